package dev.assent.core.adapter;

import dev.assent.Assent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another user of this machine; root can run processes as this user. Has no state. */
final class Nobody {
    static final Integer UID = 65534;

    /** The words before a command that run it as that user. */
    static final List<String> PREFIX =
            List.of("setpriv", "--reuid=" + UID, "--regid=" + UID, "--clear-groups", "--no-new-privs");

    private Nobody() {}

    /** Whether this process is root's, and that user can read the classes and the JVM. */
    static boolean canRun() throws InterruptedException {
        try {
            Path classes = Path.of(Assent.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .getPath());
            List<String> command = new ArrayList<>(PREFIX);
            command.addAll(List.of(
                    "test", "-r", classes.toString(), "-a", "-x", System.getProperty("java.home") + "/bin/java"));
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException notThere) {
            return false;
        }
    }
}
