package dev.assent.lab.role;

import static dev.assent.lab.message.LabMessages.MESSAGES;

import dev.assent.backends.FreePort;
import dev.assent.lab.CpuTime;
import dev.assent.lab.ForkedJvm;
import dev.assent.lab.database.LabDatabase;
import dev.assent.lab.experiment.Services;
import dev.assent.lab.experiment.Setup;
import dev.assent.lab.network.Deployment;
import dev.assent.lab.network.Meter;
import dev.assent.lab.transport.Endpoint;
import dev.assent.lab.transport.LabTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The processes of a setup: servers of databases, then servers with their coordinator, then a client; each kind starts when
 * all of those before it are ready. Used by one thread; {@link #abort} may be called by any.
 */
public final class RoleProcesses implements AutoCloseable {
    static final String READY = "ready";
    static final String CLIENT = "client";
    private static final String SERVER = "server-";
    private static final String COORDINATOR = "coordinator";

    private final Map<String, RoleProcess> roles = new LinkedHashMap<>();
    private final Setup setup;
    private final Class<? extends Services> services;
    private final Deployment deployment;
    private final Folders folders;
    private final Set<String> databases = new TreeSet<>();
    private Meter meter = Meter.none();

    /**
     * The folders for their files.
     *
     * @param own for logs, embedded databases and temporary files; made when it is not there; no other process uses it
     * @param ofServers of all servers of databases of a run; none in it has the name of {@code own}
     */
    public record Folders(Path own, Path ofServers) {}

    private RoleProcesses(Setup setup, Class<? extends Services> services, Deployment deployment, Folders folders) {
        this.setup = setup;
        this.services = services;
        this.deployment = deployment;
        this.folders = folders;
    }

    /**
     * Starts all.
     *
     * @param services what servers do
     * @param deployment where they run
     */
    public static RoleProcesses start(
            Setup setup, Class<? extends Services> services, Deployment deployment, Folders folders)
            throws IOException {
        Files.createDirectories(folders.own());
        RoleProcesses started = new RoleProcesses(setup, services, deployment, folders);
        try {
            started.startAll();
            return started;
        } catch (IOException | RuntimeException failed) {
            started.close();
            throw failed;
        }
    }

    private void startAll() throws IOException {
        List<List<String>> opened = openDatabases();
        List<Start> servers = new ArrayList<>();
        if (setup.hasCoordinator()) {
            servers.add(server(COORDINATOR, List.of()));
        }
        for (int i = 0; i < setup.servers(); i++) {
            servers.add(server(SERVER + (i + 1), opened.get(i)));
        }
        List<String> addresses = new ArrayList<>();
        for (String each : start(servers)) {
            String[] said = each.split(ServerRole.BETWEEN);
            addresses.add(said[0]);
            databases.addAll(Arrays.asList(said).subList(1, said.length));
        }
        List<String> arguments = new ArrayList<>(List.of(setup.transport(), addresses.get(0)));
        arguments.addAll(setup.hasCoordinator() ? addresses.subList(1, addresses.size()) : addresses);
        ForkedJvm.Launch launch = deployment.client().first(classPath());
        start(List.of(new Start(CLIENT, launch, ClientRole.class, null, arguments)));
    }

    private List<Path> classPath() {
        return LabTransport.of(setup.transport()).classPath();
    }

    /** The arguments of each server for its database. */
    private List<List<String>> openDatabases() throws IOException {
        LabDatabase database = setup.database();
        List<String> names = IntStream.rangeClosed(1, setup.servers())
                .mapToObj(each -> "database-" + each)
                .toList();
        List<List<String>> told = new ArrayList<>();
        meter = deployment.meter();
        if (database.isApart()) {
            List<Integer> ports = new ArrayList<>();
            for (String each : startDatabases(names)) {
                List<String> said = List.of(each.split(DatabaseRole.BETWEEN));
                ports.add(Integer.valueOf(said.get(0)));
                told.add(said.subList(1, said.size()));
            }
            meter = meter.without(ports);
            return told;
        }
        for (String each : names) {
            told.add(
                    database == LabDatabase.NONE ? List.of() : DatabaseRole.driver(database.open(folders.own(), each)));
        }
        return told;
    }

    /** All at once, but for the very first one of a run, which may have to unpack the programs of all. */
    private List<String> startDatabases(List<String> names) throws IOException {
        List<Start> all = names.stream().map(this::database).toList();
        if (setup.database().isUnpacked(folders.ofServers())) {
            return start(all);
        }
        List<String> told = new ArrayList<>(start(all.subList(0, 1)));
        told.addAll(start(all.subList(1, all.size())));
        return told;
    }

    private Start database(String name) {
        String server = folders.own().getFileName() + "-" + name;
        return new Start(
                "database-of-" + name,
                deployment.servers().small(),
                DatabaseRole.class,
                folders.ofServers().resolve(server),
                List.of(setup.database().name(), folders.ofServers().toString(), server));
    }

    private Start server(String role, List<String> database) throws IOException {
        Endpoint endpoint = endpoint(role);
        List<String> arguments = new ArrayList<>(
                List.of(setup.transport(), endpoint.listens(), endpoint.reached(), Integer.toString(endpoint.port())));
        arguments.add(setup.isLogged() ? folders.own().resolve("log-of-" + role).toString() : "memory");
        arguments.add(services.getName());
        arguments.addAll(database);
        // else Derby writes its log into the folder where the lab was started
        ForkedJvm.Launch launch = deployment
                .servers()
                .first(classPath())
                .with("-Dderby.stream.error.file=" + folders.own().resolve(role + ".log"));
        return new Start(role, launch, ServerRole.class, null, arguments);
    }

    /** Behind a relay of its own when there is a delay. */
    private Endpoint endpoint(String role) throws IOException {
        if (deployment.delayMillis() == 0) {
            return Endpoint.at(deployment.address());
        }
        Endpoint endpoint = new Endpoint(Deployment.LOOPBACK, deployment.address(), FreePort.find());
        List<String> arguments = List.of(
                endpoint.reached(),
                Integer.toString(endpoint.port()),
                endpoint.listens(),
                Integer.toString(deployment.delayMillis()));
        start(List.of(new Start("relay-of-" + role, deployment.servers().small(), Relay.class, null, arguments)));
        return endpoint;
    }

    /**
     * How a role is started.
     *
     * @param folder of the server that it keeps; null when it keeps none
     */
    private record Start(
            String role,
            ForkedJvm.Launch launch,
            Class<?> main,
            @Nullable Path folder,
            List<String> arguments) {}

    /** Starts these at once, and waits until all are ready; returns the rest of each one's first line. */
    private List<String> start(List<Start> together) throws IOException {
        for (Start each : together) {
            // temporary files of a driver or a library are deleted with the folder
            ForkedJvm.Launch launch = each.launch().with("-Djava.io.tmpdir=" + folders.own());
            ForkedJvm started = ForkedJvm.start(each.role(), launch, each.main(), each.arguments());
            roles.put(each.role(), new RoleProcess(started, each.folder()));
        }
        List<String> said = new ArrayList<>();
        for (Start each : together) {
            said.add(expect(each.role(), jvm(each.role()).start(), READY));
        }
        return said;
    }

    static String expect(String role, String answer, String beginning) throws IOException {
        if (!answer.startsWith(beginning)) {
            throw new IOException(MESSAGES.roleFailed(role, beginning, answer));
        }
        return answer.substring(beginning.length()).strip();
    }

    private ForkedJvm jvm(String role) {
        return Objects.requireNonNull(roles.get(role)).jvm();
    }

    ForkedJvm client() {
        return jvm(CLIENT);
    }

    /** All of them, by their names. */
    Map<String, RoleProcess> roles() {
        return roles;
    }

    /** Counts the traffic between them. */
    Meter meter() {
        return meter;
    }

    /** How much others have had of the machine until now. */
    Disturbance disturbance() throws IOException {
        return Disturbance.now(folders.ofServers());
    }

    /** The name and version that each database of this setup reports, each once. */
    public Set<String> databases() {
        return databases;
    }

    /** The processor time of each role, until now. */
    Map<String, CpuTime> cpuTimes() throws IOException {
        Map<String, CpuTime> all = new LinkedHashMap<>();
        for (Map.Entry<String, RoleProcess> each : roles.entrySet()) {
            all.put(each.getKey(), each.getValue().cpuTime());
        }
        return all;
    }

    /** The phases of the coordinator and the servers, until now. */
    Map<String, PhaseTotals> phases() throws IOException {
        Map<String, PhaseTotals> all = new LinkedHashMap<>();
        for (Map.Entry<String, RoleProcess> each : roles.entrySet()) {
            if (each.getKey().equals(COORDINATOR) || each.getKey().startsWith(SERVER)) {
                all.put(each.getKey(), phases(each.getKey(), each.getValue()));
            }
        }
        return all;
    }

    private static PhaseTotals phases(String role, RoleProcess process) throws IOException {
        return PhaseTotals.parse(expect(role, process.jvm().ask(ServerRole.PHASES), ServerRole.PHASES));
    }

    /** Kills the client, so that its present work fails. May be called by any thread once all are started. */
    public void abort() {
        client().handle().destroyForcibly();
    }

    /** Ends all, the last one first: a server's database is there until the server is gone. */
    @Override
    public void close() {
        close(CLIENT);
        close(SERVER);
        close("");
    }

    /** Those whose names begin so, at once. */
    private void close(String beginning) {
        List<RoleProcess> all = roles.entrySet().stream()
                .filter(each -> each.getKey().startsWith(beginning))
                .map(Map.Entry::getValue)
                .toList();
        all.forEach(each -> each.jvm().end());
        all.forEach(RoleProcess::close);
    }
}
