package dev.assent.lab.run;

import dev.assent.lab.Machine;
import dev.assent.lab.result.RoleEnvironment;
import dev.assent.lab.result.RunHeader;
import dev.assent.lab.result.StoredRun;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Where and how a run was made, in a line for people. */
final class RunLine {
    private static final double GIGABYTE = 1L << 30;

    private RunLine() {}

    static String of(StoredRun run) {
        RunHeader header = run.header();
        Machine machine = header.machine();
        RoleEnvironment roles = header.roles();
        String databases = run.databases().isEmpty() ? "" : "; " + String.join(", ", run.databases());
        return String.format(
                Locale.ROOT,
                "Run %d of %s, \"%s\" (seed %d): %s, %d cores, %.0f GB; %s, %s; %s with %s%s; commit %s; %s; %s, measured %s.",
                run.number(),
                run.began().truncatedTo(ChronoUnit.SECONDS),
                header.options(),
                header.seed(),
                machine.processor(),
                machine.cores(),
                roles.memoryBytes() / GIGABYTE,
                machine.system(),
                roles.fileSystem(),
                machine.java(),
                roles.jvmOptions(),
                databases,
                machine.commit(),
                header.network(),
                header.form(),
                header.repeats() == 1 ? "once" : header.repeats() + " times");
    }
}
