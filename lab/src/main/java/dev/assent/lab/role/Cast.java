package dev.assent.lab.role;

import dev.assent.backends.Database;
import dev.assent.backends.DatabaseServer;
import dev.assent.backends.ServerFolder;
import dev.assent.lab.CpuTime;
import dev.assent.lab.ForkedJvm;
import dev.assent.lab.experiment.Setup;
import dev.assent.lab.experiment.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The processes of a setup: servers of databases, a coordinator, servers and a client, of which each starts when those
 * before it are ready. Used by one thread.
 */
public final class Cast implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final String READY = "ready";
    private static final String CLIENT = "client";

    private final Map<String, ForkedJvm> roles = new LinkedHashMap<>();
    private final List<DatabaseServer> databases = new ArrayList<>();
    private final ServerFolder servers;
    private final ForkedJvm.Launch launch;
    private final Setup setup;
    private final Path folder;

    private Cast(Setup setup, ForkedJvm.Launch launch, Path folder, ServerFolder servers) {
        this.setup = setup;
        this.launch = launch;
        this.folder = folder;
        this.servers = servers;
    }

    /**
     * Starts all.
     *
     * @param launch how their JVMs are started
     * @param folder for logs and embedded databases; made when it is not there; of no other cast
     * @param servers where database servers are started; its path has no servers with the name of this folder
     */
    public static Cast start(Setup setup, ForkedJvm.Launch launch, Path folder, ServerFolder servers)
            throws IOException {
        Files.createDirectories(folder);
        Cast cast = new Cast(setup, launch, folder, servers);
        try {
            cast.startAll();
            return cast;
        } catch (IOException | RuntimeException failed) {
            cast.close();
            throw failed;
        }
    }

    private void startAll() throws IOException {
        List<List<String>> banks = new ArrayList<>();
        for (int i = 1; i <= setup.servers(); i++) {
            banks.add(bank("bank-" + i));
        }
        List<String> addresses = new ArrayList<>();
        String coordinator = setup.hasCoordinator() ? serve("coordinator", List.of()) : "";
        for (int i = 1; i <= setup.servers(); i++) {
            addresses.add(serve("server-" + i, banks.get(i - 1)));
        }
        List<String> arguments = new ArrayList<>(List.of(setup.transport()));
        arguments.add(setup.hasCoordinator() ? coordinator : addresses.get(0));
        arguments.addAll(addresses);
        start(CLIENT, ClientRole.class, arguments);
    }

    /** What a server is told of its database. */
    private List<String> bank(String name) throws IOException {
        switch (setup.bank()) {
            case DERBY -> {
                return List.of(
                        "org.apache.derby.jdbc.EmbeddedXADataSource",
                        "databaseName=" + folder.resolve(name),
                        "createDatabase=create");
            }
            case POSTGRESQL -> {
                DatabaseServer server = servers.start(Database.POSTGRESQL, folder.getFileName() + "-" + name);
                databases.add(server);
                List<String> told = new ArrayList<>(List.of(server.xaDataSourceClass()));
                server.xaProperties().forEach((key, value) -> told.add(key + "=" + value));
                return told;
            }
            default -> {
                return List.of();
            }
        }
    }

    private String serve(String role, List<String> bank) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(setup.transport(), HOST));
        arguments.add(setup.isLogged() ? folder.resolve("log-of-" + role).toString() : "memory");
        arguments.addAll(bank);
        return start(role, ServerRole.class, arguments);
    }

    /** What it says after that it is ready. */
    private String start(String role, Class<?> main, List<String> arguments) throws IOException {
        ForkedJvm started = ForkedJvm.start(launch, main, arguments.toArray(String[]::new));
        roles.put(role, started);
        return expect(started.start(), READY);
    }

    private static String expect(String answer, String beginning) throws IOException {
        if (!answer.startsWith(beginning)) {
            throw new IOException(answer);
        }
        return answer.substring(beginning.length()).strip();
    }

    private ForkedJvm client() {
        return Objects.requireNonNull(roles.get(CLIENT));
    }

    /** From now on the client does this. */
    public void give(Subject subject) throws IOException {
        expect(client().ask("task " + subject.clients() + " " + subject.task()), READY);
    }

    /** Does it so often, and looks at what that takes. */
    public Observation run(int iterations) throws IOException {
        Map<String, CpuTime> before = new LinkedHashMap<>();
        for (Map.Entry<String, ForkedJvm> each : roles.entrySet()) {
            before.put(each.getKey(), CpuTime.of(each.getValue().handle()));
        }
        Disturbance quiet = Disturbance.now(servers.path());
        Traffic trafficBefore = Traffic.here();
        String[] answer = expect(client().ask("run " + iterations), "ran").split(" ");
        Traffic traffic = Traffic.here().since(trafficBefore);
        double others = Disturbance.now(servers.path()).since(quiet);
        List<Cost> costs = new ArrayList<>();
        for (Map.Entry<String, ForkedJvm> each : roles.entrySet()) {
            costs.add(Cost.between(
                    each.getKey(), each.getValue().handle(), Objects.requireNonNull(before.get(each.getKey()))));
        }
        List<Recording> steps = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(answer[0]); i++) {
            steps.add(Recording.parse(client().more()));
        }
        return new Observation(steps, Long.parseLong(answer[1]), traffic, costs, others);
    }

    /** Ends all, the client first. */
    @Override
    public void close() throws IOException {
        List<ForkedJvm> all = new ArrayList<>(roles.values());
        for (int i = all.size() - 1; i >= 0; i--) {
            all.get(i).close();
        }
        for (DatabaseServer each : databases) {
            each.close();
        }
    }
}
