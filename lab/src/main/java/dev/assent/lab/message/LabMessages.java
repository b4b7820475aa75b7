package dev.assent.lab.message;

import dev.assent.core.message.Catalogue;
import dev.assent.core.message.Says;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Messages of the lab, in the order of their numbers; see {@link Catalogue}. */
public interface LabMessages {
    /** The one instance. */
    LabMessages MESSAGES = Catalogue.of(LabMessages.class);

    /** An option of the lab with a value that is not allowed. */
    @Says(id = 7001, value = "option '%s' has the value '%d', which is not allowed; allowed: 1 to %d")
    String optionRefused(String option, int value, int max);

    /** A JVM that the lab has forked has failed. */
    @Says(
            id = 7002,
            value = "cannot measure: the process '%s' was asked to '%s' and %s; its output is above; report this as a"
                    + " bug if it happens again")
    String processFailed(String process, String order, String what);

    /** This system lacks what a measurement is made with. */
    @Says(id = 7003, value = "cannot measure here: %s; this needs Linux and its program taskset")
    String systemRefused(@Nullable String reason);

    /** A name that the lab does not know. */
    @Says(id = 7004, value = "there is no %s '%s'; allowed: %s")
    String nameRefused(String kind, String name, String allowed);

    /** A folder without a JDK. */
    @Says(
            id = 7005,
            value = "option '--jdk' has the value '%s', which is not allowed: it has no bin/java that prints its"
                    + " version; allowed: the folder of a JDK, 17 or later")
    String jdkRefused(Path folder);

    /** A run that does not exist. */
    @Says(id = 7006, value = "there is no run %s in '%s'; './assent lab query' lists all, './assent lab run' makes one")
    String runMissing(Object run, Path folder);

    /** Results that can't be opened. */
    @Says(
            id = 7007,
            value = "cannot open the results in '%s': %s; only one command at a time may have them open; check that"
                    + " no other runs")
    String resultsClosed(Path folder, @Nullable String reason);

    /** Text that is not SQL, or SQL that writes. */
    @Says(id = 7008, value = "cannot answer '%s': %s; allowed: one SQL query that only reads")
    String questionRefused(String sql, String why);

    /** Two hosts that can't be made. */
    @Says(
            id = 7009,
            value = "cannot make two hosts here: %s; two hosts need Linux, its programs unshare, nsenter, ip and tc,"
                    + " and the right to make network namespaces; '--hosts 1' needs none of these")
    String hostsRefused(String why);

    /** An option that says nothing without another one. */
    @Says(id = 7010, value = "option '%s' goes only with '%s'")
    String optionAlone(String option, String other);

    /** A time that no simulation may take. */
    @Says(
            id = 7011,
            value = "the value '%s' is not allowed; allowed: a number and s, m or h, such as 60s or 10m, up to 1000h")
    String simulateTimeRefused(String value);

    /** A file that does not describe a simulated world. */
    @Says(
            id = 7012,
            value = "cannot replay '%s': %s; allowed: a file that 'assent simulate' has written, with the lines 'nodes"
                    + " N' and 'steps N', and the choices of the world after them")
    String simulateFileRefused(Path file, @Nullable String why);

    /** A replay with options that say something else. */
    @Says(
            id = 7013,
            value = "option '--replay' goes only with '--calls', but '%s' is given, too; the file has all settings")
    String simulateReplayAlone(String others);

    /** A role of an experiment that does not do what it must. */
    @Says(
            id = 7014,
            value = "cannot measure: the process '%s' had to answer '%s', but answered '%s'; its output is above;"
                    + " report this as a bug if it happens again")
    String roleFailed(String process, String expected, String answer);

    /** Two transports of the lab, or two databases, with one name. */
    @Says(id = 7015, value = "two %s on the class path are named '%s', %s and %s; give one another name")
    String nameTwice(String kinds, String name, String firstClass, String secondClass);

    /** A report that can't be written. */
    @Says(id = 7016, value = "cannot write the report to '%s': %s; option '--out' names another file")
    String reportUnwritten(Path file, Object cause);

    /** Numbers that are not series, groups and calls. */
    @Says(
            id = 7017,
            value = "option '--series' has the value '%s', which is not allowed; allowed: three numbers, of series,"
                    + " of groups in a series, and of calls in a group, such as 50x20x500")
    String seriesRefused(@Nullable String value);

    /** A folder of a run that was killed, which can't be deleted. */
    @Says(id = 7018, value = "'%s' can't be deleted yet: %s; the next run deletes it; no action needed")
    String folderInUse(Path folder, @Nullable String reason);

    /** Processes that do not start, or do not do what they must. */
    @Says(
            id = 7019,
            value = "cannot measure '%s': %s; the report will name it, and the run goes on with the next"
                    + " measurement")
    String setupFailed(Object measure, String why);

    /** A client that waits for an answer that does not come. */
    @Says(id = 7020, value = "the process '%s' has made no progress for %d s during '%s'; the lab ends it")
    String noProgress(String process, long seconds, String order);

    /** Tables that another version of the lab has made. */
    @Says(
            id = 7021,
            value = "cannot use the results in '%s': their tables have version %d, which is %s than version %d of this"
                    + " lab; option '--results' names another folder")
    String resultsVersion(Path folder, int version, String comparison, int versionOfLab);

    /** A folder without results. */
    @Says(
            id = 7022,
            value = "there are no results in '%s'; './assent lab run' makes some, option '--results' names another"
                    + " folder")
    String resultsMissing(Path folder);

    /** An experiment that needs other transports or databases than those chosen. */
    @Says(
            id = 7023,
            value = "experiment '%s' has nothing to measure with transports '%s' and databases '%s'; it needs one of"
                    + " the transports '%s', and, where it has a database, one of the databases '%s'")
    String nothingToMeasure(
            String experiment, String transports, String databases, String transportsNeeded, String databasesNeeded);

    /** A name that several papers have for an experiment. */
    @Says(id = 7024, value = "there are several experiments '%s'; allowed: %s")
    String nameAmbiguous(String name, String allowed);

    /** A run of the simulator with far fewer worlds than usual. */
    @Says(
            id = 7025,
            value = "only %,d worlds ran in %,d s with %d threads, and a core usually runs about %d in a second: so few"
                    + " show little; other programs may have used the processor, or a world hung")
    String simulateSlow(long worlds, long seconds, int threads, int usual);

    /** A transport that can't be measured behind a relay. */
    @Says(
            id = 7030,
            value = "transport '%s' is not measured with option '--delay': its references name its own address, so"
                    + " calls would not go through the relay")
    String notRelayed(String transport);

    /** A peer whose jars are not there. */
    @Says(
            id = 7031,
            value =
                    "transport '%s' needs the jars that the build of the lab puts into '%s'; './assent lab list' builds it")
    String peerMissing(String transport, Path folder);
}
