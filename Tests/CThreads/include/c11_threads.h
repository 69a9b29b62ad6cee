/* Nothing is called from Swift: what this target defines replaces functions of the C library by name. */
