package dev.assent.backends;

import java.util.Optional;

/** A kind of machine for which databases' programs exist. */
enum Platform {
    /** Linux on processors of Intel's and AMD's kind. */
    LINUX_X64("Linux x64"),
    /** Linux on ARM64. */
    LINUX_ARM64("Linux ARM64"),
    /** macOS on Intel's processors. */
    MACOS_X64("macOS x64"),
    /** macOS on Apple's processors. */
    MACOS_ARM64("macOS ARM64"),
    /** Windows on processors of Intel's and AMD's kind. */
    WINDOWS_X64("Windows x64");

    private final String title;

    Platform(String title) {
        this.title = title;
    }

    /** Its name for people. */
    String title() {
        return title;
    }

    /** The platform of this machine; empty for a machine of another kind. */
    static Optional<Platform> here() {
        return of(System.getProperty("os.name"), System.getProperty("os.arch"));
    }

    /**
     * The platform of a machine.
     *
     * @param system the value of the system property {@code os.name}
     * @param machine the value of the system property {@code os.arch}
     * @return empty for a machine of another kind
     */
    static Optional<Platform> of(String system, String machine) {
        boolean isX64 = machine.equals("amd64") || machine.equals("x86_64"); // the JDK says the latter on macOS
        boolean isArm64 = machine.equals("aarch64");
        if (system.equals("Linux")) {
            return isX64 ? Optional.of(LINUX_X64) : isArm64 ? Optional.of(LINUX_ARM64) : Optional.empty();
        }
        if (system.startsWith("Mac")) {
            return isX64 ? Optional.of(MACOS_X64) : isArm64 ? Optional.of(MACOS_ARM64) : Optional.empty();
        }
        return system.startsWith("Windows") && isX64 ? Optional.of(WINDOWS_X64) : Optional.empty();
    }
}
