// Swift's module of the C library leaves these two out.
#include <sys/epoll.h>
#include <sys/eventfd.h>
