package dev.assent.core;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.assent.harness.Fast;
import java.util.Set;
import java.util.regex.Pattern;

/** The rules of the house that a machine can check: what core may use, and where. */
@Fast
@AnalyzeClasses(
        packages = "dev.assent",
        importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.OfCore.class})
class ArchitectureTest {
    /** The test's other modules have packages below dev.assent, too. */
    static final class OfCore implements ImportOption {
        private static final Pattern CLASSES = Pattern.compile("/dev/assent/(core/|spi/|[A-Z])");

        @Override
        public boolean includes(Location location) {
            return CLASSES.matcher(location.toString()).find();
        }
    }

    private static final String ADAPTER = "dev.assent.core.adapter";

    @ArchTest
    static final ArchRule coreNeedsTheJdkTheJakartaApiAndJspecifyOnly = classes()
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    "dev.assent",
                    "dev.assent.spi",
                    "dev.assent.core..",
                    "java..",
                    "jdk.jfr..",
                    "javax.management..",
                    "javax.net.ssl..", // key files
                    "javax.crypto..", // seals references
                    "jdk.net..", // the user at a Unix domain socket
                    "javax.sql..",
                    "javax.transaction.xa..",
                    "jakarta.transaction..",
                    "org.jspecify.."));

    @ArchTest
    static final ArchRule packagesAreFreeOfCycles =
            slices().matching("dev.assent.core.(*)..").should().beFreeOfCycles();

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
            .resideOutsideOfPackages(
                    "dev.assent.spi", "dev.assent.core.xa", "dev.assent.core.jta", "dev.assent.core.recovery")
            .and(not(belongToTheAssembly()))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("javax.transaction.xa..");

    /** What users see, and what is behind it. */
    private static final Set<String> ASSEMBLY = Set.of("dev.assent", "dev.assent.core");

    private static DescribedPredicate<JavaClass> belongToTheAssembly() {
        return describe("belong to the assembly", type -> ASSEMBLY.contains(type.getPackageName()));
    }
}
