package dev.assent.lab.role;

import dev.assent.backends.Database;
import dev.assent.backends.FreePort;
import dev.assent.core.message.Message;
import dev.assent.lab.CpuTime;
import dev.assent.lab.ForkedJvm;
import dev.assent.lab.experiment.Setup;
import dev.assent.lab.experiment.Subject;
import dev.assent.lab.wire.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The processes of a setup: servers of databases, a coordinator, servers and a client, of which each starts when those
 * before it are ready. Used by one thread; {@link #abort} may be called by any.
 */
public final class Cast implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";
    private static final String READY = "ready";
    private static final String CLIENT = "client";

    private final Map<String, RoleProcesses> roles = new LinkedHashMap<>();
    private final Path servers;
    private final Site site;
    private final Setup setup;
    private final Path folder;

    private Cast(Setup setup, Site site, Path folder, Path servers) {
        this.setup = setup;
        this.site = site;
        this.folder = folder;
        this.servers = servers;
    }

    /**
     * Starts all.
     *
     * @param site where they run
     * @param folder for logs and embedded databases; made when it is not there; of no other cast
     * @param servers the folder of all servers of databases; none in it has the name of this cast's folder
     */
    public static Cast start(Setup setup, Site site, Path folder, Path servers) throws IOException {
        Files.createDirectories(folder);
        Cast cast = new Cast(setup, site, folder, servers);
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
        start(CLIENT, new Start(site.client(), ClientRole.class, null), arguments);
    }

    /** What a server is told of its database. */
    private List<String> bank(String name) throws IOException {
        return switch (setup.bank()) {
            case NONE -> List.of();
            case DERBY ->
                List.of(
                        "org.apache.derby.jdbc.EmbeddedXADataSource",
                        "databaseName=" + folder.resolve(name),
                        "createDatabase=create");
            case POSTGRESQL -> List.of(startPostgres(name).split(DatabaseRole.BETWEEN));
        };
    }

    private String serve(String role, List<String> bank) throws IOException {
        Place place = place(role);
        List<String> arguments = new ArrayList<>(
                List.of(setup.transport(), place.listens(), place.reached(), Integer.toString(place.port())));
        arguments.add(setup.isLogged() ? folder.resolve("log-of-" + role).toString() : "memory");
        arguments.addAll(bank);
        // else Derby writes its log into the folder where the lab was started
        ForkedJvm.Launch launch = site.servers().with("-Dderby.stream.error.file=" + folder.resolve(role + ".log"));
        return start(role, new Start(launch, ServerRole.class, null), arguments);
    }

    /** Behind a relay of its own when there is a delay. */
    private Place place(String role) throws IOException {
        if (site.delayMillis() == 0) {
            return Place.at(site.address());
        }
        Place place = new Place(LOOPBACK, site.address(), FreePort.find());
        start(
                "relay-of-" + role,
                new Start(site.servers().small(), Relay.class, null),
                List.of(
                        place.reached(),
                        Integer.toString(place.port()),
                        place.listens(),
                        Integer.toString(site.delayMillis())));
        return place;
    }

    private String startPostgres(String name) throws IOException {
        String server = folder.getFileName() + "-" + name;
        return start(
                "database-of-" + name,
                new Start(site.servers().small(), DatabaseRole.class, servers.resolve(server)),
                List.of(Database.POSTGRESQL.name(), servers.toString(), server));
    }

    /**
     * How a role is started.
     *
     * @param folder of the server that it keeps; null when it keeps none
     */
    private record Start(
            ForkedJvm.Launch launch,
            Class<?> main,
            @Nullable Path folder) {}

    /** What it says after that it is ready. */
    private String start(String role, Start how, List<String> arguments) throws IOException {
        ForkedJvm started = ForkedJvm.start(how.launch(), how.main(), arguments.toArray(String[]::new));
        roles.put(role, new RoleProcesses(started, how.folder()));
        return expect(role, started.start(), READY);
    }

    private static String expect(String role, String answer, String beginning) throws IOException {
        if (!answer.startsWith(beginning)) {
            throw new IOException(Message.LAB_ROLE_FAILED.text(role, beginning, answer));
        }
        return answer.substring(beginning.length()).strip();
    }

    private ForkedJvm client() {
        return Objects.requireNonNull(roles.get(CLIENT)).jvm();
    }

    /** From now on the client does this. */
    public void give(Subject subject) throws IOException {
        expect(CLIENT, client().ask("task " + subject.clients() + " " + subject.task()), READY);
    }

    /** Does it so often, and looks at what that takes. */
    public Observation run(int iterations) throws IOException {
        Map<String, CpuTime> before = cpuTimes();
        Disturbance quiet = Disturbance.now(servers);
        Traffic trafficBefore = site.meter().read();
        String[] answer = expect(CLIENT, client().askPatiently("run " + iterations), "ran")
                .split(" ");
        Traffic traffic = site.meter().read().since(trafficBefore);
        double others = Disturbance.now(servers).since(quiet);
        Map<String, CpuTime> after = cpuTimes();
        List<Cost> costs = new ArrayList<>();
        for (Map.Entry<String, RoleProcesses> each : roles.entrySet()) {
            String role = each.getKey();
            long nanos = Objects.requireNonNull(after.get(role)).since(Objects.requireNonNull(before.get(role)));
            costs.add(new Cost(role, nanos, each.getValue().memoryBytes()));
        }
        List<Recording> steps = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(answer[0]); i++) {
            steps.add(Recording.parse(client().more()));
        }
        return new Observation(steps, Long.parseLong(answer[1]), traffic, costs, others);
    }

    private Map<String, CpuTime> cpuTimes() throws IOException {
        Map<String, CpuTime> all = new LinkedHashMap<>();
        for (Map.Entry<String, RoleProcesses> each : roles.entrySet()) {
            all.put(each.getKey(), each.getValue().cpuTime());
        }
        return all;
    }

    /** Kills the client, so that what it does now fails. May be called by any thread once all are started. */
    public void abort() {
        client().handle().destroyForcibly();
    }

    /** Ends all, the last one first: a server's database is there until the server is gone. */
    @Override
    public void close() {
        List<RoleProcesses> all = new ArrayList<>(roles.values());
        Collections.reverse(all);
        all.forEach(each -> each.jvm().close());
    }
}
