package dev.assent.transport.nativewire;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.assent.harness.Fast;

/** The rules of the house that a machine can check: what the native transport may use, and where. */
@Fast
@AnalyzeClasses(packages = "dev.assent.transport.nativewire", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule itNeedsRemoteAndJackson = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.assent.transport.nativewire..",
                    "dev.assent.remote..",
                    "dev.assent",
                    "dev.assent.core..",
                    "com.fasterxml.jackson..",
                    "java..",
                    "javax.net.ssl..",
                    "javax.security.auth.x500..",
                    "org.jspecify..");

    @ArchTest
    static final ArchRule valuesAloneKnowJackson = noClasses()
            .that()
            .resideOutsideOfPackage("dev.assent.transport.nativewire.value..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.fasterxml.jackson..");

    @ArchTest
    static final ArchRule javaSerializationIsNotForBytesFromElsewhere =
            noClasses().should().dependOnClassesThat().haveFullyQualifiedName("java.io.ObjectInputStream");

    @ArchTest
    static final ArchRule packagesAreFreeOfCycles =
            slices().matching("dev.assent.transport.nativewire.(*)..").should().beFreeOfCycles();
}
