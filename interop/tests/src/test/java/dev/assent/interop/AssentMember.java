package dev.assent.interop;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** An Assent node. */
final class AssentMember extends Member {
    private final String name;
    private final Path folder;
    private final int port = Program.freePort();
    private final List<String> settings;

    /**
     * A node.
     *
     * @param settings of its IIOP transport, as KEY=VALUE
     */
    AssentMember(String name, Path folder, String... settings) {
        super(folder.resolve("ledger"));
        this.name = name;
        this.folder = folder;
        this.settings = List.of(settings);
    }

    /** HOST:PORT. */
    String place() {
        return "127.0.0.1:" + port;
    }

    @Override
    PartyProcess fork() {
        List<String> arguments = new ArrayList<>(List.of("node", folder.toString(), Integer.toString(port)));
        arguments.addAll(settings);
        folder.toFile().mkdirs();
        return PartyProcess.start(
                name, Program.of(AssentParty.class).command(arguments), folder.resolve("said"), Party.READY);
    }
}
