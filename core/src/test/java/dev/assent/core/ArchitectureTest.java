package dev.assent.core;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;

/** The rules of the house that a machine can check: what core may use, and where. */
@AnalyzeClasses(packages = "dev.assent.core", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String ADAPTER = "dev.assent.core.adapter";

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
            "java.util.concurrent.CompletableFuture",
            "java.util.concurrent.ForkJoinPool");

    @ArchTest
    static final ArchRule coreNeedsTheJdkTheJakartaApiAndJspecifyOnly = classes()
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    "dev.assent.core..",
                    "java..",
                    "jdk.jfr..",
                    "javax.management..",
                    "jdk.net..", // who asks at a Unix domain socket
                    "javax.transaction.xa..",
                    "jakarta.transaction..",
                    "org.jspecify.."));

    @ArchTest
    static final ArchRule packagesAreFreeOfCycles =
            slices().matching("dev.assent.core.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule filesSocketsThreadsAndChanceAreForAdapters = noClasses()
            .that()
            .resideOutsideOfPackage(ADAPTER)
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
            .resideOutsideOfPackage(ADAPTER)
            .should()
            .callMethodWhere(describe(
                    "it reads a clock or the environment, or starts or blocks a thread",
                    call -> isOfTheWorld(call.getTarget())));

    @ArchTest
    static final ArchRule nobodyMakesAThreadButAdapters = noClasses()
            .that()
            .resideOutsideOfPackage(ADAPTER)
            .should()
            .callConstructorWhere(
                    describe("it makes a thread", call -> call.getTargetOwner().isAssignableTo(Thread.class)));

    @ArchTest
    static final ArchRule adaptersAreForTheAssemblyAlone = noClasses()
            .that(not(belongToTheAssembly()))
            .and()
            .resideOutsideOfPackage(ADAPTER)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ADAPTER);

    @ArchTest
    static final ArchRule jakartaExceptionsAndTypesStayAtTheirEdge = noClasses()
            .that()
            .resideOutsideOfPackage("dev.assent.core.jta")
            .and(not(belongToTheAssembly()))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("jakarta.transaction..");

    @ArchTest
    static final ArchRule xaTypesStayAtTheirEdge = noClasses()
            .that()
            .resideOutsideOfPackages("dev.assent.core.xa", "dev.assent.core.jta", "dev.assent.core.recovery")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("javax.transaction.xa..");

    private static DescribedPredicate<JavaClass> belongToTheAssembly() {
        return describe("belong to the assembly", type -> type.getPackageName().equals("dev.assent.core"));
    }

    private static boolean isOfTheWorld(AccessTarget target) {
        return WORLD_CALLS.contains(target.getOwner().getFullName() + "." + target.getName());
    }
}
