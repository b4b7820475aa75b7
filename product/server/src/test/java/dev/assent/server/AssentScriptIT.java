package dev.assent.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.assent.harness.Checkout;
import dev.assent.harness.Fast;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/**
 * The script {@code assent} in a folder where Maven and Java are scripts: Maven prints the output of a first build, and
 * Java prints its arguments.
 */
@Fast
class AssentScriptIT {
    private static final String DEMO_MODULES =
            "product/core,product/remote,product/backends,product/resources,product/transports/native,product/server";
    private static final Instant LONG_AGO = Instant.parse("2025-01-01T00:00:00Z");

    @TempDir
    private Path temp;

    private Path root;
    private Path source;
    private List<String> out;
    private List<String> err;

    @BeforeEach
    void makeFolder() throws IOException {
        root = Files.createDirectory(temp.resolve("a folder"));
        Files.copy(Checkout.path("assent"), root.resolve("assent"));
        Files.copy(
                Path.of("src", "test", "resources", "dev", "assent", "server", "first-build.log"),
                root.resolve("maven-says"));
        source = write("product/core/src/main/java/Some.java", "class Some {}");
        write("pom.xml", "<project/>");
        for (Path each : List.of(source, source.getParent(), root.resolve("pom.xml"))) {
            Files.setLastModifiedTime(each, FileTime.from(LONG_AGO));
        }
        mavenEndsWith(0);
        write("jdk/release", "JAVA_VERSION=\"17.0.1\"\n");
        program("jdk/bin/java", "echo \"java $*\"");
        program("jdk/bin/javac", "exit 1");
    }

    /** It notes its arguments, and makes the files that the real one makes. */
    private void mavenEndsWith(int status) throws IOException {
        program("mvnw", """
                echo "$*" >>builds
                cat maven-says
                [ %1$d -eq 0 ] || exit %1$d
                for each in "$@"; do
                  case $each in
                    -Dassent.lib=*) mkdir -p "${each#-Dassent.lib=}" ;;
                  esac
                done
                touch product/server/target/assent-server.jar
                mkdir -p lab/target/lib
                touch lab/target/assent-lab.jar
                """.formatted(status));
    }

    private Path write(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private void program(String name, String text) throws IOException {
        assertThat(write(name, "#!/bin/sh\n" + text + "\n").toFile().setExecutable(true))
                .isTrue();
    }

    private int assent(String... arguments) throws Exception {
        List<String> command =
                new ArrayList<>(List.of("sh", root.resolve("assent").toString()));
        command.addAll(List.of(arguments));
        return run(command);
    }

    private int run(List<String> command) throws Exception {
        Path said = temp.resolve("out");
        Path shown = temp.resolve("err");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(said.toFile()).redirectError(shown.toFile());
        builder.environment().put("JAVA_HOME", root.resolve("jdk").toString());
        builder.environment().put("TERM", "xterm");
        builder.environment().keySet().removeAll(List.of("ASSENT_JAVA_OPTS", "ASSENT_CLASS_PATH"));
        Process process = builder.start();
        int status = process.waitFor();
        out = Files.readAllLines(said);
        err = Files.readAllLines(shown);
        return status;
    }

    private List<String> builds() throws IOException {
        Path builds = root.resolve("builds");
        return Files.exists(builds) ? Files.readAllLines(builds) : List.of();
    }

    private String classPath() {
        assertThat(out).singleElement().asString().startsWith("java -cp ");
        return out.get(0).replaceAll("^java -cp (.*) dev\\.assent\\..*$", "$1").replace(root + "/", "");
    }

    @Test
    void firstBuild_withoutTerminal_showsModulesAndDownloadsOnStandardError() throws Exception {
        assertThat(assent("demo", "--keep")).isZero();

        assertThat(err.subList(0, err.size() - 1))
                .containsExactly(
                        "assent: building; the first time Maven downloads what it needs (log in"
                                + " target/assent-build-demo.log)",
                        "assent: module 2 of 6: backends, 4 files downloaded",
                        "assent: module 1 of 6: core, 4 files downloaded",
                        "assent: module 3 of 6: remote, 11 files downloaded",
                        "assent: module 4 of 6: resources, 11 files downloaded",
                        "assent: module 5 of 6: native transport, 11 files downloaded",
                        "assent: module 6 of 6: server, 11 files downloaded");
        assertThat(err).last().asString().matches("assent: built after \\d+ s, 12 files downloaded");
        assertThat(out)
                .containsExactly(
                        "java -cp " + root + "/product/server/target/lib-demo/* dev.assent.server.Main demo --keep");
        assertThat(root.resolve("target/assent-build-demo.log")).hasSameTextualContentAs(root.resolve("maven-says"));
    }

    @Test
    void firstBuild_onTerminal_writesOneLineAgainAndAgain() throws Exception {
        assumeThat(Path.of("/usr/bin/script")).exists();
        String command = "sh '" + root.resolve("assent") + "' demo";
        assertThat(run(List.of("/usr/bin/script", "-qec", command, "/dev/null")))
                .isZero();

        String shown = Files.readString(temp.resolve("out"));
        assertThat(shown)
                .contains("\r\033[Kassent: 1 files downloaded\r\033[Kassent: 2 files downloaded")
                .contains("\r\033[Kassent: module 1 of 6: core, 4 files downloaded\r")
                .contains("\r\033[Kassent: module 1 of 6: core, 5 files downloaded\r")
                .contains("\r\033[Kassent: built after ");
    }

    @ParameterizedTest
    @CsvSource({
        "demo, demo",
        "demo --tour points --database postgresql --transport native, demo",
        "explain --json, demo",
        "demo --transport soap, all",
        "demo --transport=iiop, all",
        "demo --transport all, all",
        "demo --transport=all, all",
        "'demo --database postgresql,mariadb', all",
        "demo --database=derby, all",
        "explain --database derby, all",
        "demo @options, all",
        "run --config FILE, all",
        "--help, all"
    })
    void build_ofACommand_hasThePartsThatTheCommandNeeds(String command, String parts) throws Exception {
        assertThat(assent(command.split(" "))).isZero();

        assertThat(builds()).singleElement().asString().contains("-Dassent.parts=" + parts + " ");
        if (parts.equals("demo")) {
            assertThat(builds().get(0)).contains("-pl " + DEMO_MODULES + " package");
            assertThat(classPath()).isEqualTo("product/server/target/lib-demo/*");
        } else {
            assertThat(builds().get(0)).contains("product/transports/iiop,", "product/transports/soap,");
            assertThat(classPath()).isEqualTo("product/server/target/assent-server.jar:product/server/target/lib/*");
        }
    }

    @Test
    void build_ofTheLab_hasTheSimulatorAndItsOwnClassPath() throws Exception {
        assertThat(assent("simulate")).isZero();

        assertThat(builds()).singleElement().asString().contains("-Dassent.parts=all ", "lab/xts,lab ");
        assertThat(out)
                .containsExactly("java -XX:+IgnoreUnrecognizedVMOptions -XX:FreqInlineSize=100 -XX:+UseSerialGC -cp "
                        + root + "/lab/target/assent-lab.jar:" + root
                        + "/lab/target/lib/* dev.assent.lab.Main simulate");
    }

    /** Maven finds no other module of this build. It copies the lab's class path, which takes the modules for tests, too. */
    @ParameterizedTest
    @ValueSource(strings = {"demo", "run", "lab"})
    void build_ofACommand_hasEveryModuleThatItsModulesNeed(String command) throws Exception {
        assent(command);
        List<String> modules =
                List.of(builds().get(0).replaceAll(".* -pl (\\S+) .*", "$1").split(","));

        Map<String, String> folders = new HashMap<>();
        for (String each : texts(Checkout.path("pom.xml"), "/project/modules/module")) {
            Path pom = Checkout.path(each + "/pom.xml");
            folders.put(texts(pom, "/project/artifactId").get(0), each);
        }
        for (String module : modules) {
            String scopes = module.equals("lab") ? "" : " and not(scope='test')";
            String needed = "/project/dependencies/dependency[groupId='dev.assent'" + scopes + "]/artifactId";
            assertThat(texts(Checkout.path(module + "/pom.xml"), needed))
                    .as(module)
                    .allSatisfy(each -> assertThat(modules).contains(folders.get(each)));
        }
    }

    /** It does not run here: what both scripts say stands in both. */
    @ParameterizedTest
    @CsvSource({"run, 0", "lab, 1"})
    void build_byTheScriptForWindows_isTheSame(String command, int list) throws Exception {
        String windows = Files.readString(Checkout.path("assent.cmd"));
        assent(command);
        String build = builds().get(0);

        assertThat(windows.lines()
                        .filter(line -> line.startsWith("set \"modules="))
                        .map(line -> line.substring("set \"modules=".length(), line.length() - 1)))
                .element(list)
                .isEqualTo(build.replaceAll(".* -pl (\\S+) .*", "$1"));
        assertThat(build.replaceAll(" -Dassent.lib=.*/lib ", " ")
                        .replaceAll(" -pl .*", "")
                        .split(" -"))
                .allSatisfy(option -> assertThat(windows).contains(option.replace("P !", "P!")));
        assertThat(windows.split("\r\n")).hasSameSizeAs(windows.lines().toList());
    }

    private static List<String> texts(Path pom, String path) throws Exception {
        Document parsed =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
        NodeList found =
                (NodeList) XPathFactory.newInstance().newXPath().evaluate(path, parsed, XPathConstants.NODESET);
        return IntStream.range(0, found.getLength())
                .mapToObj(i -> found.item(i).getTextContent())
                .toList();
    }

    @Test
    void build_nothingChanged_isMadeOnceAndOneOfAllServesTheDemo() throws Exception {
        assent("demo");
        assent("explain");
        assertThat(builds()).hasSize(1);
        assertThat(err).isEmpty();

        assent("run");
        assertThat(builds()).hasSize(2);

        assent("demo");
        assertThat(builds()).hasSize(2);
        assertThat(classPath()).isEqualTo("product/server/target/assent-server.jar:product/server/target/lib/*");
    }

    @Test
    void build_aSourceChanged_isMadeAgainForEachOfBoth() throws Exception {
        assent("demo");
        assent("run");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(5)));

        assent("demo");
        assertThat(builds()).hasSize(3).last().asString().contains("-Dassent.parts=demo ");
        assertThat(classPath()).isEqualTo("product/server/target/lib-demo/*");
        Files.setLastModifiedTime(source, FileTime.from(LONG_AGO));

        assent("run");
        assertThat(builds()).hasSize(3);
    }

    @Test
    void build_fails_showsTheErrorsAndIsMadeAgain() throws Exception {
        mavenEndsWith(3);
        Files.writeString(root.resolve("maven-says"), "[INFO] long\n[ERROR] Some.java:[1,1] no such symbol\n");

        assertThat(assent("demo")).isOne();
        assertThat(out).isEmpty();
        assertThat(err)
                .contains("[ERROR] Some.java:[1,1] no such symbol")
                .doesNotContain("[INFO] long")
                .last()
                .isEqualTo("assent: the build failed; its log is " + root + "/target/assent-build-demo.log");

        mavenEndsWith(0);
        assertThat(assent("demo")).isZero();
        assertThat(builds()).hasSize(2);
    }

    @Test
    void build_mavenCannotStart_showsWhatItSays() throws Exception {
        mavenEndsWith(1);
        Files.writeString(root.resolve("maven-says"), "curl: (6) could not resolve host\n");

        assertThat(assent("demo")).isOne();
        assertThat(err).contains("curl: (6) could not resolve host");
    }
}
