#pragma once

#include <stdint.h>

/// What the calling thread has asked the allocator for since it began.
typedef struct {
  uint64_t count;
  uint64_t bytes;
} allocations_t;

allocations_t allocations_of_this_thread(void);
