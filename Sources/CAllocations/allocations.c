// Takes the place of glibc's allocator functions in a program that it is linked into, counts, and passes on to glibc.
// Counted by thread: what librdkafka's or Dispatch's threads do is not the measured code's.

#include "allocations.h"

#include <errno.h>
#include <stddef.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *pointer, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

// Of the initial kind, since any other kind may itself allocate when a thread first touches it.
static _Thread_local __attribute__((tls_model("initial-exec"))) allocations_t of_this_thread;

allocations_t allocations_of_this_thread(void) { return of_this_thread; }

static void count(size_t size) {
  of_this_thread.count += 1;
  of_this_thread.bytes += size;
}

void *malloc(size_t size) {
  count(size);
  return __libc_malloc(size);
}

void *calloc(size_t members, size_t size) {
  count(members * size);
  return __libc_calloc(members, size);
}

void *realloc(void *pointer, size_t size) {
  count(size);
  return __libc_realloc(pointer, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count(size);
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  count(size);
  void *memory = __libc_memalign(alignment, size);
  if (memory == NULL) return ENOMEM;
  *result = memory;
  return 0;
}
