package dev.assent.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.HangWatch;
import dev.assent.harness.TestJvm;
import dev.assent.lab.Main;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.Store;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** The lab as people use it: a process of its own, in a folder with its results. Used by one thread. */
final class LabProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader said;

    private LabProcess(Process process) {
        this.process = process;
        this.said = process.inputReader();
    }

    /** Started as a shell starts a typed command: its processes are a group, which Ctrl-C interrupts. */
    static LabProcess start(Path folder, String... arguments) throws IOException {
        return start(folder, Map.of(), arguments);
    }

    private static LabProcess start(Path folder, Map<String, String> environment, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(List.of("/usr/bin/setsid", "/usr/bin/env", "--default-signal=INT,HUP"));
        environment.forEach((name, value) -> command.add(name + "=" + value));
        command.addAll(TestJvm.command(Main.class, (Object[]) arguments));
        return new LabProcess(new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start());
    }

    /** All that it says until its end, which has this status. */
    static String said(Path folder, int status, String... arguments) throws Exception {
        return said(folder, Map.of(), status, arguments);
    }

    static String said(Path folder, Map<String, String> environment, int status, String... arguments) throws Exception {
        try (LabProcess lab = start(folder, environment, arguments)) {
            StringBuilder all = new StringBuilder();
            for (String line = lab.said.readLine(); line != null; line = lab.said.readLine()) {
                all.append(line).append('\n');
                HangWatch.progress();
            }
            assertThat(lab.process.waitFor()).as(all.toString()).isEqualTo(status);
            return all.toString();
        }
    }

    static List<Measure> measures(Path folder) throws Exception {
        try (Store store = Store.open(folder.resolve("lab-results"))) {
            return store.measures(1);
        }
    }

    /** The first line that it says. */
    String firstSaid() throws IOException {
        return said.readLine();
    }

    /** Waits until it says something. */
    void awaitSaid(String text) throws IOException {
        List<String> all = new ArrayList<>();
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            all.add(line);
            if (line.contains(text)) {
                return;
            }
        }
        throw new AssertionError("it never said '" + text + "' but:\n" + String.join("\n", all));
    }

    /** As Ctrl-C does, by INT, or the end of a terminal, by HUP: a signal for all of its processes. */
    void signal(String name) throws Exception {
        new ProcessBuilder("/bin/sh", "-c", "kill -" + name + " -" + process.pid())
                .inheritIO()
                .start()
                .waitFor();
    }

    /** Kills the lab itself, also where it runs inside of a network of its own, but none of its roles. */
    List<ProcessHandle> kill() {
        List<ProcessHandle> all = all();
        List<ProcessHandle> labs = all.stream().filter(LabProcess::isLab).toList();
        assertThat(labs).isNotEmpty();
        labs.forEach(ProcessHandle::destroyForcibly);
        return all;
    }

    private static boolean isLab(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"))
                    .contains('\0' + Main.class.getName() + '\0');
        } catch (IOException gone) {
            return false;
        }
    }

    /** The processes whose current folder is in this one. */
    static List<ProcessHandle> workingIn(Path folder) {
        return ProcessHandle.allProcesses()
                .filter(process -> isIn(process, folder))
                .toList();
    }

    private static boolean isIn(ProcessHandle process, Path folder) {
        try {
            return Path.of("/proc", Long.toString(process.pid()), "cwd")
                    .toRealPath()
                    .startsWith(folder);
        } catch (IOException gone) {
            return false;
        }
    }

    List<ProcessHandle> all() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList();
    }

    /** Its exit status, when it has said all. */
    int awaitEnd() throws Exception {
        while (said.readLine() != null) {
            // its last lines
        }
        return process.waitFor();
    }

    static void awaitGone(List<ProcessHandle> all) {
        Awaitility.await().until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
    }

    @Override
    public void close() {
        all().forEach(ProcessHandle::destroyForcibly);
    }
}
