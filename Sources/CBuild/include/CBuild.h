/// The commit that the program was built from, which Package.swift gets as BUILD_COMMIT: only C takes a value from there.
const char *build_commit(void);

/// The version of everything in this package, by semver.org.
const char *build_version(void);
