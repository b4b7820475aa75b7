package dev.assent.transport.soap;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.assent.harness.Fast;

/** The rules of the house that a machine can check: what the SOAP transport may use, and where. */
@Fast
@AnalyzeClasses(packages = "dev.assent.transport.soap", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String PARSER = "com.ctc.wstx..";
    private static final String JAX_WS = "jakarta.xml.ws..";
    private static final String SAAJ = "jakarta.xml.soap..";
    private static final String CXF = "org.apache.cxf..";

    @ArchTest
    static final ArchRule itNeedsRemoteAParserAndHttp = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.assent.transport.soap..",
                    "dev.assent.remote..",
                    "dev.assent",
                    "dev.assent.core..",
                    PARSER,
                    "org.codehaus.stax2..",
                    "org.eclipse.jetty..",
                    "java..",
                    "javax.crypto..",
                    "javax.net.ssl..",
                    "javax.security.auth.x500",
                    "javax.xml.namespace..",
                    "javax.xml.stream..",
                    "javax.xml",
                    "org.w3c.dom..",
                    JAX_WS,
                    SAAJ,
                    CXF,
                    "org.jspecify..");

    @ArchTest
    static final ArchRule oneParserReads = noClasses()
            .that()
            .resideOutsideOfPackage("dev.assent.transport.soap.xml..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(PARSER, "org.codehaus.stax2..", "javax.xml.stream..");

    @ArchTest
    static final ArchRule whoNeedsNoHandlersNeedsNoOtherStack = noClasses()
            .that()
            .resideOutsideOfPackage("dev.assent.transport.soap.handler..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.w3c.dom..", JAX_WS, SAAJ, CXF);

    @ArchTest
    static final ArchRule onePackageKnowsHttp = noClasses()
            .that()
            .resideOutsideOfPackage("dev.assent.transport.soap.http..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.eclipse.jetty..");

    @ArchTest
    static final ArchRule javaSerializationIsNotForBytesFromElsewhere =
            noClasses().should().dependOnClassesThat().haveFullyQualifiedName("java.io.ObjectInputStream");

    @ArchTest
    static final ArchRule packagesAreFreeOfCycles =
            slices().matching("dev.assent.transport.soap.(*)..").should().beFreeOfCycles();
}
