package dev.assent.remote;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.assent.harness.Fast;

/** The rules of the house that a machine can check: what remote may use, and where. */
@Fast
@AnalyzeClasses(packages = "dev.assent.remote", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule remoteNeedsCoreOnly = classes()
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    "dev.assent.remote..", "dev.assent.core..", "java..", "jakarta.transaction..", "org.jspecify.."));

    /** A client has no node that hands it a clock, a timer and something to wait with; settings name files. */
    @ArchTest
    static final ArchRule adaptersOfCoreAreForAdaptersSettingsAndTheClientAlone = noClasses()
            .that()
            .resideOutsideOfPackages("dev.assent.remote.inprocess..", "dev.assent.remote.setting..")
            .and()
            .doNotHaveFullyQualifiedName(ConnectedClient.class.getName())
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.assent.core.adapter..");

    @ArchTest
    static final ArchRule packagesAreFreeOfCycles =
            slices().matching("dev.assent.remote.(*)..").should().beFreeOfCycles();
}
