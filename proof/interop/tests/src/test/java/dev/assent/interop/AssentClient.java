package dev.assent.interop;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A client of Assent's, without a transaction manager and without a ledger: others begin and end its transactions. */
final class AssentClient extends Member {
    private final Path folder;
    private final String coordinator;
    private final String listen;
    private final List<String> settings;

    /**
     * A client.
     *
     * @param coordinator its address
     * @param setting of its transport, as KEY=VALUE
     */
    AssentClient(Path folder, String coordinator, String setting) {
        this(folder, coordinator, coordinator.substring(0, coordinator.indexOf(':') + 1), List.of(setting));
    }

    /**
     * One that others can reach.
     *
     * @param listen where
     */
    AssentClient(Path folder, String coordinator, String listen, List<String> settings) {
        super(folder);
        this.folder = folder;
        this.coordinator = coordinator;
        this.listen = listen;
        this.settings = settings;
    }

    @Override
    PartyProcess fork() {
        folder.toFile().mkdirs();
        List<String> arguments = new ArrayList<>(List.of("client", coordinator, listen));
        arguments.addAll(settings);
        return PartyProcess.start(
                "client", Program.of(AssentParty.class).command(arguments), folder.resolve("said"), Party.READY);
    }
}
