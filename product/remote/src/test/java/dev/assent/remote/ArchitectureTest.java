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
import dev.assent.remote.node.CallingClient;
import dev.assent.remote.node.ServingNode;

/** The rules of the house that a machine can check: what remote may use, and where. */
@Fast
@AnalyzeClasses(packages = "dev.assent.remote", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule remoteNeedsCoreOnly = classes()
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    "dev.assent",
                    "dev.assent.spi",
                    "dev.assent.remote..",
                    "dev.assent.core..",
                    "java..",
                    "jakarta.transaction..",
                    "org.jspecify.."));

    /** Nobody hands a client a clock, a timer and something to wait with, nor a node the clock of its transports; settings name files. */
    @ArchTest
    static final ArchRule adaptersOfCoreAreForAdaptersSettingsAndTheClientAlone = noClasses()
            .that()
            .resideOutsideOfPackages("dev.assent.remote.inprocess..", "dev.assent.remote.setting..")
            .and()
            .doNotHaveFullyQualifiedName(CallingClient.class.getName())
            .and()
            .doNotHaveFullyQualifiedName(ServingNode.class.getName())
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.assent.core.adapter..");

    @ArchTest
    static final ArchRule packagesAreFreeOfCycles =
            slices().matching("dev.assent.remote.(*)..").should().beFreeOfCycles();
}
