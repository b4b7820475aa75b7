package dev.assent.reference;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.assent.core.message.Says;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The messages of all modules: of every interface of the class path that has some. */
final class Catalogues {
    private static final String CONSTANT = "MESSAGES";

    /**
     * A message.
     *
     * @param number behind "ASSENT-"
     * @param format its text with the places of its arguments
     * @param method that makes it
     */
    record Said(int number, String format, Method method) {
        static Said of(Method method) {
            Says says = method.getAnnotation(Says.class);
            return new Said(says.id(), says.value(), method);
        }

        @Override
        public String toString() {
            return number + " " + method.getName();
        }
    }

    /** To read all classes takes long. A test compares what is found with the sources, where the names may be any. */
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(file -> file.contains("Messages.class"))
            .importPackages("dev.assent");

    private static final List<Class<?>> ALL = CLASSES.stream()
            .filter(each -> each.getMethods().stream().anyMatch(method -> method.isAnnotatedWith(Says.class)))
            .<Class<?>>map(JavaClass::reflect)
            .sorted(Comparator.comparing(Class::getName))
            .toList();

    private Catalogues() {}

    /** The interfaces that have messages. */
    static List<Class<?>> all() {
        return ALL;
    }

    /** All messages, in the order of their numbers. */
    static List<Said> messages() {
        return ALL.stream()
                .flatMap(each -> Arrays.stream(each.getDeclaredMethods()))
                .filter(each -> each.isAnnotationPresent(Says.class))
                .map(Said::of)
                .sorted(Comparator.comparingInt(Said::number))
                .toList();
    }

    /** The texts of all messages, by their numbers. */
    static Map<Integer, String> formats() {
        Map<Integer, String> formats = new TreeMap<>();
        messages().forEach(each -> formats.put(each.number(), each.format()));
        return formats;
    }

    /** What the modules call, each the constant of its catalogue. */
    static List<Object> constants() {
        return CLASSES.stream()
                .filter(each -> each.isInterface() && each.tryGetField(CONSTANT).isPresent())
                .map(each -> constant(each.reflect()))
                .toList();
    }

    private static Object constant(Class<?> catalogue) {
        try {
            return catalogue.getField(CONSTANT).get(null);
        } catch (ReflectiveOperationException none) {
            throw new IllegalStateException(none);
        }
    }
}
