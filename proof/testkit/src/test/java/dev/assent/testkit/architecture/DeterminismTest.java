package dev.assent.testkit.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.assent.harness.Fast;
import java.util.Set;
import java.util.regex.Pattern;

/** Core and remote are handed time, chance, threads, files and sockets by ports, so that the simulator can be the world. */
@Fast
@AnalyzeClasses(
        packages = "dev.assent",
        importOptions = {ImportOption.DoNotIncludeTests.class, DeterminismTest.OfCoreAndRemote.class})
class DeterminismTest {
    /** Fixtures of tests have the packages of what they test, and come in jars of their own. */
    static final class OfCoreAndRemote implements ImportOption {
        private static final Pattern CLASSES = Pattern.compile("/dev/assent/(core/|spi/|remote/|[A-Z])");

        @Override
        public boolean includes(Location location) {
            return CLASSES.matcher(location.toString()).find() && !location.contains("/fixture/");
        }
    }

    /** Where the world is. */
    private static final String[] WORLD = {"dev.assent.core.adapter", "dev.assent.remote.inprocess"};

    /** Calls that bring time, chance or a thread into code that must be handed ports (DESIGN, Determinism). */
    private static final Set<String> WORLD_CALLS = Set.of(
            "java.lang.System.nanoTime",
            "java.lang.System.currentTimeMillis",
            "java.lang.System.getenv",
            "java.lang.System.getProperty",
            "java.time.Instant.now",
            "java.time.LocalDateTime.now",
            "java.time.ZonedDateTime.now",
            "java.lang.Math.random",
            "java.util.UUID.randomUUID",
            "java.lang.Thread.sleep",
            "java.lang.Thread.start",
            "java.lang.Object.wait",
            "java.util.concurrent.locks.LockSupport.park",
            "java.util.concurrent.locks.LockSupport.parkNanos");

    /** Types of the world outside: files, sockets, threads, chance. */
    private static final Set<String> WORLD_TYPES = Set.of(
            "java.io.File",
            "java.io.FileInputStream",
            "java.io.FileOutputStream",
            "java.io.RandomAccessFile",
            "java.nio.file.Files",
            "java.util.Random",
            "java.util.SplittableRandom",
            "java.util.concurrent.ThreadLocalRandom",
            "java.security.SecureRandom",
            "java.util.Timer",
            "java.util.concurrent.Executors",
            "java.util.concurrent.ThreadPoolExecutor",
            "java.util.concurrent.CountDownLatch",
            "java.util.concurrent.CompletableFuture",
            "java.util.concurrent.ForkJoinPool");

    @ArchTest
    static final ArchRule filesSocketsThreadsAndChanceAreForAdapters = noClasses()
            .that()
            .resideOutsideOfPackages(WORLD)
            .should()
            .dependOnClassesThat(describe(
                    "are of the world outside",
                    type -> WORLD_TYPES.contains(type.getFullName())
                            || type.getPackageName().startsWith("javax.management")
                            || type.getPackageName().startsWith("java.lang.management")
                            || type.getPackageName().startsWith("java.net")
                            || type.getPackageName().startsWith("java.nio.channels")));

    @ArchTest
    static final ArchRule clocksAndThreadsAreNotCalledButByAdapters = noClasses()
            .that()
            .resideOutsideOfPackages(WORLD)
            .and()
            .doNotHaveFullyQualifiedName("dev.assent.core.log.GroupForce") // closing a log waits for a force under way
            .should()
            .callMethodWhere(describe(
                    "it reads a clock or the environment, or starts or blocks a thread",
                    call -> isOfTheWorld(call.getTarget())));

    @ArchTest
    static final ArchRule nobodyMakesAThreadButAdapters = noClasses()
            .that()
            .resideOutsideOfPackages(WORLD)
            .should()
            .callConstructorWhere(
                    describe("it makes a thread", call -> call.getTargetOwner().isAssignableTo(Thread.class)));

    private static boolean isOfTheWorld(AccessTarget target) {
        return WORLD_CALLS.contains(target.getOwner().getFullName() + "." + target.getName());
    }
}
