package dev.assent.lab.network;

import dev.assent.lab.ForkedJvm;
import dev.assent.lab.LinuxProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The hosts of a run, one or two, all on this machine. With two, the client is on one, and all other processes, with
 * this one, are on the other. Immutable, but for its end.
 */
public final class Hosts implements AutoCloseable {
    /** Ctrl-C, and the end of a terminal, are for the lab alone, which then ends its roles itself. */
    private static final List<String> WITHOUT_INTERRUPT = List.of("sh", "-c", "trap '' INT HUP; exec \"$@\"", "sh");

    private final Deployment deployment;
    private final String title;
    private final @Nullable TwoHosts two;

    private Hosts(Deployment deployment, String title, @Nullable TwoHosts two) {
        this.deployment = deployment;
        this.title = title;
        this.two = two;
    }

    /**
     * The wanted hosts.
     *
     * @param count one or two
     * @param isSwapped whether the client has the second host, and all others the first
     * @param isPinned whether all processes of a host run on one processor
     * @param delayMillis how long a message takes from one role to another, each way; 0 for no relay
     */
    public record Wanted(int count, boolean isSwapped, boolean isPinned, int delayMillis) {}

    /**
     * Makes them.
     *
     * @param launch how JVMs are started on them
     * @throws IOException when the system does not allow it; the message names the refusal
     */
    public static Hosts open(Wanted wanted, ForkedJvm.Launch launch) throws IOException {
        ForkedJvm.Launch calm = SystemProgram.isOnPath("sh") ? launch.within(WITHOUT_INTERRUPT) : launch;
        return wanted.count() == 1 ? one(wanted, calm) : two(wanted, calm);
    }

    private static Hosts one(Wanted wanted, ForkedJvm.Launch launch) throws IOException {
        String title = PrivateNetwork.isInside()
                ? "one host, in a network namespace of its own"
                : "one host, on a loopback device that others use, too, since "
                        + PrivateNetwork.refusal().orElse("this process was started on it");
        if (!LinuxProcess.areTold()) {
            title += "; processor time, memory and the load of other programs are not measured on this system";
        }
        if (wanted.isPinned()) {
            int processor = Processors.last();
            Processors.keepTo(processor);
            title += "; all on processor " + processor;
        }
        boolean isDelayed = wanted.delayMillis() > 0;
        Deployment deployment = new Deployment(
                isDelayed ? Deployment.LOOPBACK_OF_RELAYS : Deployment.LOOPBACK,
                launch,
                launch,
                isDelayed ? Meter.none() : Meter.ofLoopback(PrivateNetwork.isInside()),
                wanted.delayMillis());
        return new Hosts(
                deployment,
                title + delay(wanted, "; bytes are not counted, since the relay's bytes pass the same device"),
                null);
    }

    private static String delay(Wanted wanted, String remark) {
        return wanted.delayMillis() == 0
                ? ""
                : "; relays delay everything by " + wanted.delayMillis() + " ms each way" + remark;
    }

    private static Hosts two(Wanted wanted, ForkedJvm.Launch launch) throws IOException {
        String client = wanted.isSwapped() ? TwoHosts.SECOND : TwoHosts.FIRST;
        String others = wanted.isSwapped() ? TwoHosts.FIRST : TwoHosts.SECOND;
        TwoHosts two = TwoHosts.open(others, client);
        try {
            List<String> prefix = new ArrayList<>(two.there());
            String pinned = "";
            if (wanted.isPinned()) {
                List<Integer> allowed = Processors.allowed();
                int first = allowed.get(0);
                int last = allowed.get(allowed.size() - 1);
                int ofClient = wanted.isSwapped() ? last : first;
                int ofOthers = wanted.isSwapped() ? first : last;
                Processors.keepTo(ofOthers);
                prefix.addAll(Processors.prefix(ofClient));
                pinned = "; the client on processor " + ofClient + ", all others on " + ofOthers;
            }
            Deployment deployment = new Deployment(
                    others, launch.within(prefix), launch, Meter.ofCable(TwoHosts.device()), wanted.delayMillis());
            String title = "two hosts, network namespaces joined by a veth pair with " + two.bandwidth()
                    + "; the client is " + client + ", all others " + others + "; bytes are those between them";
            return new Hosts(deployment, title + pinned + delay(wanted, ""), two);
        } catch (IOException | RuntimeException failed) {
            two.close();
            throw failed;
        }
    }

    /** The deployment, for the code that starts roles. */
    public Deployment deployment() {
        return deployment;
    }

    /** For people: the hosts, and the parts that the system has refused. */
    public String title() {
        return title;
    }

    @Override
    public void close() {
        if (two != null) {
            two.close();
        }
    }
}
