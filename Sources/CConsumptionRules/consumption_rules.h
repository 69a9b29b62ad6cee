/*
 * The rules for consumption events, for producers in any language: libconsumptionrules.so.
 *
 * The verdict is the worker's own, with the same codes. Every function may be called from any thread at any time, keeps nothing
 * between calls, and takes any input: a null pointer, no bytes, far too many, no UTF-8. The library needs no Swift runtime.
 *
 *     consumption_result result;
 *     if (consumption_check(bytes, length, &result) == CONSUMPTION_REFUSED)
 *         for (size_t i = 0; i < result.count; i++) puts(result.violations[i].message);
 *     consumption_result_free(&result);
 */
#ifndef CONSUMPTION_RULES_H
#define CONSUMPTION_RULES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What consumption_check answers. */
enum {
    CONSUMPTION_VALID = 0,          /* the event passes every rule */
    CONSUMPTION_REFUSED = 1,        /* it can't be read, or breaks a rule: the result says which */
    CONSUMPTION_OUT_OF_MEMORY = -1, /* it was refused, and there was no memory for the result, which is empty */
};

/* One reason for which an event is refused. The texts end with a zero byte, are UTF-8, and hold nothing of a customer's. */
typedef struct consumption_violation {
    const char *code;    /* as in dlq.reason, such as "InvalidCustomerConsentedError" */
    const char *path;    /* the field, such as "$.consumptionRequest.customerConsented"; "$" is the event */
    const char *message; /* a clause for a person: what is wrong and what would be right */
    int64_t byte_offset; /* where the text could not be read, from 0; -1 when it could */
} consumption_violation;

/* All that is wrong with an event, in the order of report. It belongs to the caller: see consumption_result_free. */
typedef struct consumption_result {
    size_t count;                            /* 0 for a valid event */
    const consumption_violation *violations; /* null for a valid event */
} consumption_result;

/* What an event is judged by. All zero is the same as no options. */
typedef struct consumption_options {
    int64_t now;                   /* UNIX time in milliseconds, to judge signedDate by; 0 is this machine's clock */
    const char *const *bundle_ids; /* the apps for which the worker has a key, in UTF-8; null lets any pass */
    size_t bundle_id_count;        /* how many these are */
} consumption_options;

/*
 * Judges the value of a record by this machine's clock, whatever its app.
 *
 * bytes   read during the call only; null is a record without a value
 * length  how many bytes there are; over 65,536 none is read
 * result  filled in whatever it held before; null when only the answer is wanted
 */
int consumption_check(const uint8_t *bytes, size_t length, consumption_result *result);

/* The same by these options, which are read during the call only; null is the same as consumption_check. */
int consumption_check_with(const uint8_t *bytes, size_t length, const consumption_options *options,
                           consumption_result *result);

/* Lets go of what a check put into the result, and empties it. Does nothing to one that is empty, or to null. */
void consumption_result_free(consumption_result *result);

/* The version of the rules, by semver.org, such as "1.2.3"; never let go of it. */
const char *consumption_version(void);

#ifdef __cplusplus
}
#endif

#endif
