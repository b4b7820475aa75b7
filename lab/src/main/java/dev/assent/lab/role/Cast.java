package dev.assent.lab.role;

import dev.assent.backends.FreePort;
import dev.assent.core.message.Message;
import dev.assent.lab.CpuTime;
import dev.assent.lab.ForkedJvm;
import dev.assent.lab.bank.Bank;
import dev.assent.lab.experiment.Setup;
import dev.assent.lab.experiment.Subject;
import dev.assent.lab.wire.LabTransport;
import dev.assent.lab.wire.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The processes of a setup: servers of databases, then servers with their coordinator, then a client; each kind starts when
 * all of those before it are ready. Used by one thread; {@link #abort} may be called by any.
 */
public final class Cast implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";
    private static final String READY = "ready";
    private static final String CLIENT = "client";
    private static final String SERVER = "server-";
    private static final String COORDINATOR = "coordinator";

    /** Enough for an average of what is about the same each time. */
    private static final int WEIGHED = 100;

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
        List<List<String>> banks = banks();
        List<Start> servers = new ArrayList<>();
        if (setup.hasCoordinator()) {
            servers.add(server(COORDINATOR, List.of()));
        }
        for (int i = 0; i < setup.servers(); i++) {
            servers.add(server(SERVER + (i + 1), banks.get(i)));
        }
        List<String> addresses = start(servers);
        List<String> arguments = new ArrayList<>(List.of(setup.transport(), addresses.get(0)));
        arguments.addAll(setup.hasCoordinator() ? addresses.subList(1, addresses.size()) : addresses);
        ForkedJvm.Launch launch = site.client().first(transport().classPath());
        start(List.of(new Start(CLIENT, launch, ClientRole.class, null, arguments)));
    }

    private LabTransport transport() {
        return LabTransport.of(setup.transport());
    }

    /** What each server is told of its database. */
    private List<List<String>> banks() throws IOException {
        Bank bank = setup.bank();
        List<String> names = IntStream.rangeClosed(1, setup.servers())
                .mapToObj(each -> "bank-" + each)
                .toList();
        List<List<String>> told = new ArrayList<>();
        if (bank.isApart()) {
            startBanks(names).forEach(each -> told.add(List.of(each.split(DatabaseRole.BETWEEN))));
            return told;
        }
        for (String each : names) {
            told.add(bank == Bank.NONE ? List.of() : DatabaseRole.driver(bank.open(folder, each)));
        }
        return told;
    }

    /** All at once, but for the very first one of a run, which may have to unpack the programs of all. */
    private List<String> startBanks(List<String> names) throws IOException {
        List<Start> all = names.stream().map(this::bank).toList();
        if (setup.bank().isUnpacked(servers)) {
            return start(all);
        }
        List<String> told = new ArrayList<>(start(all.subList(0, 1)));
        told.addAll(start(all.subList(1, all.size())));
        return told;
    }

    private Start bank(String name) {
        String server = folder.getFileName() + "-" + name;
        return new Start(
                "database-of-" + name,
                site.servers().small(),
                DatabaseRole.class,
                servers.resolve(server),
                List.of(setup.bank().name(), servers.toString(), server));
    }

    private Start server(String role, List<String> bank) throws IOException {
        Place place = place(role);
        List<String> arguments = new ArrayList<>(
                List.of(setup.transport(), place.listens(), place.reached(), Integer.toString(place.port())));
        arguments.add(setup.isLogged() ? folder.resolve("log-of-" + role).toString() : "memory");
        arguments.addAll(bank);
        // else Derby writes its log into the folder where the lab was started
        ForkedJvm.Launch launch = site.servers()
                .with("-Dderby.stream.error.file=" + folder.resolve(role + ".log"))
                .first(transport().classPath());
        return new Start(role, launch, ServerRole.class, null, arguments);
    }

    /** Behind a relay of its own when there is a delay. */
    private Place place(String role) throws IOException {
        if (site.delayMillis() == 0) {
            return Place.at(site.address());
        }
        Place place = new Place(LOOPBACK, site.address(), FreePort.find());
        List<String> arguments = List.of(
                place.reached(), Integer.toString(place.port()), place.listens(), Integer.toString(site.delayMillis()));
        start(List.of(new Start("relay-of-" + role, site.servers().small(), Relay.class, null, arguments)));
        return place;
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

    /** Starts these at once, and waits until all are ready; what each says after that it is. */
    private List<String> start(List<Start> together) throws IOException {
        for (Start each : together) {
            ForkedJvm started =
                    ForkedJvm.start(each.launch(), each.main(), each.arguments().toArray(String[]::new));
            roles.put(each.role(), new RoleProcesses(started, each.folder()));
        }
        List<String> said = new ArrayList<>();
        for (Start each : together) {
            said.add(expect(each.role(), jvm(each.role()).start(), READY));
        }
        return said;
    }

    private static String expect(String role, String answer, String beginning) throws IOException {
        if (!answer.startsWith(beginning)) {
            throw new IOException(Message.LAB_ROLE_FAILED.text(role, beginning, answer));
        }
        return answer.substring(beginning.length()).strip();
    }

    private ForkedJvm jvm(String role) {
        return Objects.requireNonNull(roles.get(role)).jvm();
    }

    private ForkedJvm client() {
        return jvm(CLIENT);
    }

    /** From now on the client does this. */
    public void give(Subject subject) throws IOException {
        expect(CLIENT, client().ask("task " + subject.clients() + " " + subject.task()), READY);
    }

    /**
     * Does it so often, and looks at what that takes.
     *
     * @param laps as in {@link dev.assent.lab.experiment.Amount}
     * @param iterations of each lap
     */
    public Observation run(int laps, int iterations) throws IOException {
        Map<String, PhaseTotals> phasesBefore = phases();
        Map<String, CpuTime> before = cpuTimes();
        Disturbance quiet = Disturbance.now(servers);
        Traffic trafficBefore = site.meter().read();
        String[] answer = expect(CLIENT, client().askPatiently("run " + laps + " " + iterations), "ran")
                .split(" ");
        Traffic traffic = site.meter().read().since(trafficBefore);
        double others = Disturbance.now(servers).since(quiet);
        long all = Long.parseLong(answer[1]);
        Map<String, CpuTime> after = cpuTimes();
        List<Cost> costs = new ArrayList<>();
        for (Map.Entry<String, RoleProcesses> each : roles.entrySet()) {
            String role = each.getKey();
            long nanos = Objects.requireNonNull(after.get(role)).since(Objects.requireNonNull(before.get(role)));
            costs.add(new Cost(role, (double) nanos / all, each.getValue().memoryBytes()));
        }
        List<PhaseTime> phases = new ArrayList<>();
        phases().forEach((role, now) ->
                phases.addAll(now.since(Objects.requireNonNull(phasesBefore.get(role)), role, all)));
        List<Recording> steps = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(answer[0]); i++) {
            steps.add(Recording.parse(client().more()));
        }
        return new Observation(steps, all, Long.parseLong(answer[2]), traffic, new Spent(costs, phases), others);
    }

    /** What each step moves over the network, on average of some iterations; empty where nothing can be counted. */
    public List<Traffic> weigh() throws IOException {
        if (!site.meter().counts()) {
            return List.of();
        }
        String order = "weigh " + WEIGHED + " " + String.join(" ", site.meter().toWords());
        String[] numbers =
                expect(CLIENT, client().askPatiently(order), "weighed").split(" ");
        List<Traffic> steps = new ArrayList<>();
        for (int i = 0; i < numbers.length; i += 2) {
            steps.add(new Traffic(Double.parseDouble(numbers[i]), Double.parseDouble(numbers[i + 1])));
        }
        return steps;
    }

    private Map<String, CpuTime> cpuTimes() throws IOException {
        Map<String, CpuTime> all = new LinkedHashMap<>();
        for (Map.Entry<String, RoleProcesses> each : roles.entrySet()) {
            all.put(each.getKey(), each.getValue().cpuTime());
        }
        return all;
    }

    /** Of the coordinator and the servers, until now. */
    private Map<String, PhaseTotals> phases() throws IOException {
        Map<String, PhaseTotals> all = new LinkedHashMap<>();
        for (Map.Entry<String, RoleProcesses> each : roles.entrySet()) {
            if (each.getKey().equals(COORDINATOR) || each.getKey().startsWith(SERVER)) {
                all.put(each.getKey(), PhaseTotals.parse(each.getValue().jvm().ask("phases")));
            }
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
        close(CLIENT);
        close(SERVER);
        close("");
    }

    /** Those whose names begin so, at once. */
    private void close(String beginning) {
        List<ForkedJvm> all = roles.entrySet().stream()
                .filter(each -> each.getKey().startsWith(beginning))
                .map(each -> each.getValue().jvm())
                .toList();
        all.forEach(ForkedJvm::end);
        all.forEach(ForkedJvm::close);
    }
}
