package dev.assent.reference;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.assent.harness.Fast;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a program may use: the exported packages, and no type that is not in them. */
@Fast
class ExportedTypesTest {
    /** Of core and remote; all packages of Assent that are in none of these lists are internal. */
    private static final Set<String> OF_ENGINE = Set.of("dev.assent", "dev.assent.spi", "dev.assent.remote");

    private static final Set<String> OF_RESOURCES = Set.of(
            "dev.assent.resources",
            "dev.assent.resources.jms",
            "dev.assent.resources.node",
            "dev.assent.resources.spi");

    private static final Set<String> OF_TRANSPORTS = Set.of(
            "dev.assent.transport.nativewire",
            "dev.assent.transport.iiop",
            "dev.assent.transport.soap",
            "dev.assent.transport.soap.handler");

    private static final Set<String> EXPORTED = Stream.of(OF_ENGINE, OF_RESOURCES, OF_TRANSPORTS)
            .flatMap(Set::stream)
            .collect(Collectors.toSet());

    private static final int TYPES_MAX_OF_ENGINE = 40;

    private static final JavaClasses ASSENT = new ClassFileImporter()
            .withImportOption(place -> !place.contains("/test-classes/") && !place.contains("-tests.jar"))
            .importPackages("dev.assent");

    private static Stream<JavaClass> exported() {
        return ASSENT.stream()
                .filter(each -> EXPORTED.contains(each.getPackageName()))
                .filter(ExportedTypesTest::isVisible);
    }

    private static boolean isVisible(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(ExportedTypesTest::isVisible).orElse(true);
    }

    private static Stream<JavaType> signature(JavaClass type) {
        Stream<JavaType> above = Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream());
        Stream<JavaType> members =
                type.getMembers().stream().filter(ExportedTypesTest::isVisible).flatMap(ExportedTypesTest::signature);
        return Stream.of(above, members, type.getTypeParameters().stream()).flatMap(each -> each);
    }

    private static boolean isVisible(JavaMember member) {
        return member.getModifiers().contains(JavaModifier.PUBLIC)
                || member.getModifiers().contains(JavaModifier.PROTECTED);
    }

    private static Stream<JavaType> signature(JavaMember member) {
        if (member instanceof JavaField field) {
            return Stream.of(field.getType());
        }
        JavaCodeUnit code = (JavaCodeUnit) member;
        return Stream.of(
                        Stream.of(code.getReturnType()),
                        code.getParameterTypes().stream(),
                        code.getTypeParameters().stream(),
                        code.getExceptionTypes().stream())
                .flatMap(each -> each);
    }

    private static boolean isInternal(JavaClass type) {
        String name = type.getPackageName();
        return (name.equals("dev.assent") || name.startsWith("dev.assent.")) && !EXPORTED.contains(name);
    }

    @Test
    void signatures_nameNoInternalType() {
        List<String> leaks = exported()
                .flatMap(type -> signature(type)
                        .flatMap(each -> each.getAllInvolvedRawTypes().stream())
                        .map(JavaClass::getBaseComponentType)
                        .filter(ExportedTypesTest::isInternal)
                        .map(each -> type.getName() + " names " + each.getName()))
                .toList();
        assertThat(leaks).isEmpty();
    }

    @Test
    void exportedPackages_haveTypes() {
        assertThat(exported().map(JavaClass::getPackageName)).containsAll(EXPORTED);
    }

    @Test
    void exportedTypesOfTheEngine_areFew() {
        assertThat(exported()
                        .filter(each -> OF_ENGINE.contains(each.getPackageName()))
                        .filter(each -> each.getEnclosingClass().isEmpty()))
                .hasSizeLessThanOrEqualTo(TYPES_MAX_OF_ENGINE);
    }
}
