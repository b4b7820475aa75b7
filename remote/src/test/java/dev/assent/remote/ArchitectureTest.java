package dev.assent.remote;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;

/** The rules of the house that a machine can check: what remote may use, and where. */
@AnalyzeClasses(packages = "dev.assent.remote", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    /** Where clocks, threads and sockets may be. */
    private static final String[] WORLD = {"dev.assent.remote.adapter..", "dev.assent.remote.inprocess.."};

    /** Calls that bring time, chance or a thread into code that must be handed ports (DESIGN, Determinism). */
    private static final Set<String> WORLD_CALLS = Set.of(
            "java.lang.System.nanoTime",
            "java.lang.System.currentTimeMillis",
            "java.lang.System.getenv",
            "java.lang.System.getProperty",
            "java.time.Instant.now",
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
            "java.util.concurrent.ThreadLocalRandom",
            "java.security.SecureRandom",
            "java.util.Timer",
            "java.util.concurrent.Executors",
            "java.util.concurrent.ThreadPoolExecutor",
            "java.util.concurrent.CountDownLatch",
            "java.util.concurrent.CompletableFuture",
            "java.util.concurrent.ForkJoinPool");

    @ArchTest
    static final ArchRule remoteNeedsCoreOnly = classes()
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    "dev.assent.remote..", "dev.assent.core..", "java..", "jakarta.transaction..", "org.jspecify.."));

    @ArchTest
    static final ArchRule adaptersOfCoreAreNotForUs =
            noClasses().should().dependOnClassesThat().resideInAPackage("dev.assent.core.adapter..");

    @ArchTest
    static final ArchRule packagesAreFreeOfCycles =
            slices().matching("dev.assent.remote.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule filesSocketsThreadsAndChanceAreForAdapters = noClasses()
            .that()
            .resideOutsideOfPackages(WORLD)
            .should()
            .dependOnClassesThat(describe(
                    "are of the world outside",
                    type -> WORLD_TYPES.contains(type.getFullName())
                            || type.getPackageName().startsWith("java.net")
                            || type.getPackageName().startsWith("java.nio.channels")));

    @ArchTest
    static final ArchRule clocksAndThreadsAreNotCalledButByAdapters = noClasses()
            .that()
            .resideOutsideOfPackages(WORLD)
            .should()
            .callMethodWhere(describe(
                    "it reads a clock or the environment, or starts or blocks a thread",
                    call -> isOfTheWorld(call.getTarget())));

    @ArchTest
    static final ArchRule nobodyMakesAThread = noClasses()
            .should()
            .callConstructorWhere(
                    describe("it makes a thread", call -> call.getTargetOwner().isAssignableTo(Thread.class)));

    private static boolean isOfTheWorld(AccessTarget target) {
        return WORLD_CALLS.contains(target.getOwner().getFullName() + "." + target.getName());
    }
}
