package dev.assent.transport.iiop;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.assent.harness.Fast;

/** The rules of the house that a machine can check: what the IIOP transport may use, and where. */
@Fast
@AnalyzeClasses(packages = "dev.assent.transport.iiop", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    /** Any ORB can stand in: none is named but in texts, and in four classes that mend or ask what only the JDK's can tell. */
    @ArchTest
    static final ArchRule itNeedsRemoteAndWhatIsStandard = classes()
            .that()
            .haveNameNotMatching(
                    "dev\\.assent\\.transport\\.iiop\\.orb\\.(CallersHost|ClosedConnection|LeftCallers|PlainKeys)")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.assent.transport.iiop..",
                    "dev.assent.remote..",
                    "dev.assent",
                    "dev.assent.core..",
                    "jakarta.transaction..",
                    "java..",
                    "javax.crypto..",
                    "org.omg..",
                    "org.jspecify..");

    @ArchTest
    static final ArchRule bytesOfOthersAreReadWithoutAnOrb = noClasses()
            .that()
            .resideInAnyPackage("dev.assent.transport.iiop.cdr..", "dev.assent.transport.iiop.reference..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.omg..");

    @ArchTest
    static final ArchRule javaSerializationIsNotForBytesFromElsewhere =
            noClasses().should().dependOnClassesThat().haveFullyQualifiedName("java.io.ObjectInputStream");

    @ArchTest
    static final ArchRule packagesAreFreeOfCycles =
            slices().matching("dev.assent.transport.iiop.(*)..").should().beFreeOfCycles();
}
