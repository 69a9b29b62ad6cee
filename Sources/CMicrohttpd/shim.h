#include <microhttpd.h>

// The functions that libmicrohttpd calls for one request, in this order.
struct request_functions {
    void *(*begin)(void *context, const char *target, struct MHD_Connection *connection);
    MHD_AccessHandlerCallback receive;
    MHD_RequestCompletedCallback end;
    void *context;
};

// MHD_start_daemon is variadic, which Swift cannot call. It reads the strings only during the call; without
// TLS both are NULL.
static inline struct MHD_Daemon *start_daemon(
    unsigned int flags, MHD_socket listening, unsigned int connections, unsigned int timeout_seconds,
    const char *certificate, const char *key, struct request_functions functions) {
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
    return MHD_start_daemon(
        flags, 0, NULL, NULL, functions.receive, functions.context,
        MHD_OPTION_LISTEN_SOCKET, listening,
        MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_CONNECTION_TIMEOUT, timeout_seconds,
        MHD_OPTION_URI_LOG_CALLBACK, functions.begin, functions.context,
        MHD_OPTION_NOTIFY_COMPLETED, functions.end, functions.context,
        MHD_OPTION_ARRAY, certificate && key ? tls : none,
        MHD_OPTION_END);
}
