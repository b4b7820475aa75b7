package dev.assent.interop;

import java.nio.file.Path;
import java.util.List;

/** A client of Assent's, without a transaction manager and without a ledger: others begin and end its transactions. */
final class AssentClient extends Member {
    private final Path folder;
    private final String coordinator;
    private final String setting;

    /**
     * A client.
     *
     * @param coordinator its address
     * @param setting of its IIOP transport, as KEY=VALUE
     */
    AssentClient(Path folder, String coordinator, String setting) {
        super(folder);
        this.folder = folder;
        this.coordinator = coordinator;
        this.setting = setting;
    }

    @Override
    PartyProcess fork() {
        folder.toFile().mkdirs();
        return PartyProcess.start(
                "client",
                Program.of(AssentParty.class).command(List.of("client", coordinator, setting)),
                folder.resolve("said"),
                Party.READY);
    }
}
