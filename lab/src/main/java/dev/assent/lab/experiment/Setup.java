package dev.assent.lab.experiment;

import dev.assent.lab.database.LabDatabase;

/**
 * The processes that are started together, and stay while several subjects are measured: a client, and these.
 *
 * @param transport the name of the transport between all
 * @param database of each server
 * @param servers how many
 * @param hasCoordinator whether there is a process of its own that begins and ends transactions; else the first server does
 * @param isLogged whether their decision logs are files with forced writes; else they are in memory, and nothing is durable
 * @param scenario what results call it, beside transport and database; empty where these say it all
 */
public record Setup(
        String transport,
        LabDatabase database,
        int servers,
        boolean hasCoordinator,
        boolean isLogged,
        String scenario) {
    /** A server that keeps nothing, and begins and ends transactions itself. */
    public static Setup ofServer(String transport, boolean isLogged) {
        return new Setup(transport, LabDatabase.NONE, 1, false, isLogged, "");
    }
}
