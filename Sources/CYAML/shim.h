// Swift can call all of libyaml that we use: there is nothing to wrap.
#include <yaml.h>
