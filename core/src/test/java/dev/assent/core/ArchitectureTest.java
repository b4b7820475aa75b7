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
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.assent.harness.Fast;

/** The rules of the house that a machine can check: what core may use, and where. */
@Fast
@AnalyzeClasses(packages = "dev.assent.core", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String ADAPTER = "dev.assent.core.adapter";

    @ArchTest
    static final ArchRule coreNeedsTheJdkTheJakartaApiAndJspecifyOnly = classes()
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
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
            .resideOutsideOfPackages("dev.assent.core.xa", "dev.assent.core.jta", "dev.assent.core.recovery")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("javax.transaction.xa..");

    private static DescribedPredicate<JavaClass> belongToTheAssembly() {
        return describe("belong to the assembly", type -> type.getPackageName().equals("dev.assent.core"));
    }
}
