#include "CBuild.h"

#define TEXT(words) #words
#define TEXT_OF(macro) TEXT(macro)

const char *build_commit(void) { return TEXT_OF(BUILD_COMMIT); }

const char *build_version(void) { return "0.1.0"; }
