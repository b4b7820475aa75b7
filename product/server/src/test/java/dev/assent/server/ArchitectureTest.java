package dev.assent.server;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.assent.harness.Fast;

/** Imports point down only: server to resources to remote to core. The product uses no module that is for tests. */
@Fast
@AnalyzeClasses(packages = "dev.assent", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule coreKnowsNobody = noClasses()
            .that()
            .resideInAnyPackage("dev.assent", "dev.assent.spi", "dev.assent.core..")
            .and()
            .resideOutsideOfPackage("..fixture..")
            .should()
            .dependOnClassesThat(resideInAPackage("dev.assent..")
                    .and(resideOutsideOfPackages("dev.assent", "dev.assent.spi", "dev.assent.core..")));

    @ArchTest
    static final ArchRule backendsKnowNobody = noClasses()
            .that()
            .resideInAPackage("dev.assent.backends..")
            .should()
            .dependOnClassesThat(resideInAPackage("dev.assent..").and(resideOutsideOfPackage("dev.assent.backends..")));

    @ArchTest
    static final ArchRule resourcesKnowCoreAndRemoteAlone = noClasses()
            .that()
            .resideInAPackage("dev.assent.resources..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.assent.server..", "dev.assent.lab..", "dev.assent.testkit..", "dev.assent.backends..");

    @ArchTest
    static final ArchRule theServerKnowsNeitherTestsNorExperiments = noClasses()
            .that()
            .resideInAPackage("dev.assent.server..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.assent.lab..", "dev.assent.testkit..");

    @ArchTest
    static final ArchRule theTestkitAndFixturesKnowCoreAndRemoteAlone = noClasses()
            .that()
            .resideInAnyPackage("dev.assent.testkit..", "dev.assent.core.fixture..", "dev.assent.remote.fixture..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.assent.server..", "dev.assent.lab..", "dev.assent.resources..", "dev.assent.backends..");
}
