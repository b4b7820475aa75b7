package dev.assent.interop;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** An Assent node. */
final class AssentMember extends Member {
    private final String name;
    private final String scheme;
    private final Path folder;
    private final int port;
    private final List<String> settings;

    /**
     * A node that is reached over IIOP.
     *
     * @param settings of its transport, as KEY=VALUE
     */
    AssentMember(String name, Path folder, String... settings) {
        this("iiop", name, folder, List.of(settings));
    }

    /** A node that is reached over a wire, by its scheme; settings as for one over IIOP. */
    AssentMember(String scheme, String name, Path folder, List<String> settings) {
        this(scheme, name, folder, Program.freePort(), settings);
    }

    /** One that listens at a port. */
    AssentMember(String scheme, String name, Path folder, int port, List<String> settings) {
        super(folder.resolve("ledger"));
        this.port = port;
        this.name = name;
        this.scheme = scheme;
        this.folder = folder;
        this.settings = settings;
    }

    /** HOST:PORT. */
    String place() {
        return "127.0.0.1:" + port;
    }

    @Override
    PartyProcess fork() {
        List<String> arguments = new ArrayList<>(List.of("node", folder.toString(), scheme + "://" + place()));
        arguments.addAll(settings);
        folder.toFile().mkdirs();
        return PartyProcess.start(
                name, Program.of(AssentParty.class).command(arguments), folder.resolve("said"), Party.READY);
    }
}
