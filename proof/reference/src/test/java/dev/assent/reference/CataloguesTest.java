package dev.assent.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.message.Catalogue;
import dev.assent.core.message.Says;
import dev.assent.harness.Checkout;
import dev.assent.harness.Fast;
import dev.assent.reference.Catalogues.Said;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules for the messages of all modules. */
@Fast
class CataloguesTest {
    private static final Pattern ID = Pattern.compile("^    @Says\\(\\s*id = (\\d+),", Pattern.MULTILINE);

    /** A place of an argument: its index, if it has one, and how the argument is shown. */
    private static final Pattern PLACE = Pattern.compile("%(\\d+\\$)?([,0 ]*\\d*[a-zA-Z])");

    static List<Said> messages() {
        return Catalogues.messages();
    }

    static List<Class<?>> catalogues() {
        return Catalogues.all();
    }

    /** The numbers in each source file that has messages, as they stand there, by the name of its type. */
    private static Map<String, List<Integer>> sources() {
        return Checkout.sources()
                .filter(each -> Checkout.name(each).contains("/src/main/java/"))
                .filter(each -> !numbers(each).isEmpty())
                .collect(Collectors.toMap(
                        CataloguesTest::type, CataloguesTest::numbers, (one, other) -> one, TreeMap::new));
    }

    private static String type(Path file) {
        String name = Checkout.name(file).replaceFirst(".*/src/main/java/", "").replace('/', '.');
        return name.substring(0, name.length() - ".java".length());
    }

    private static List<Integer> numbers(Path file) {
        try {
            return ID.matcher(Files.readString(file))
                    .results()
                    .map(each -> Integer.valueOf(each.group(1)))
                    .toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Else a module is missing on the class path of these tests. */
    @Test
    void everyCatalogueOfTheSources_isFoundOnTheClassPath() {
        assertThat(catalogues().stream().map(Class::getName))
                .containsExactlyElementsOf(sources().keySet());
    }

    @Test
    void everyNumber_isUsedOnce() {
        assertThat(messages().stream().map(Said::number)).doesNotHaveDuplicates();
    }

    @Test
    void messagesOfACatalogue_standInTheOrderOfTheirNumbers() throws IOException {
        assertThat(sources())
                .allSatisfy((type, numbers) -> assertThat(numbers)
                        .as(type)
                        .isSorted()
                        .containsExactlyInAnyOrderElementsOf(messages().stream()
                                .filter(each -> each.method()
                                        .getDeclaringClass()
                                        .getName()
                                        .equals(type))
                                .map(Said::number)
                                .toList()));
    }

    /** Its constant is that of the catalogue, or of the one that extends it. */
    @ParameterizedTest
    @MethodSource("catalogues")
    void catalogue_hasAConstantWithItsMessages(Class<?> catalogue) {
        assertThat(catalogue.getSimpleName()).endsWith("Messages");
        assertThat(Arrays.stream(catalogue.getDeclaredMethods()))
                .allMatch(each -> each.isAnnotationPresent(Says.class) && each.getReturnType() == String.class);
        assertThat(Catalogues.constants()).anyMatch(catalogue::isInstance);
    }

    private static Map<Integer, String> places(String format) {
        Map<Integer, String> places = new TreeMap<>();
        int next = 0;
        Matcher place = PLACE.matcher(format.replace("%n", ""));
        while (place.find()) {
            String index = place.group(1);
            int at = index == null ? next++ : Integer.parseInt(index.replace("$", "")) - 1;
            places.put(at, place.group(2));
        }
        return places;
    }

    @ParameterizedTest
    @MethodSource("messages")
    void message_hasAPlaceForEachParameter_ofItsType(Said message) {
        Class<?>[] types = message.method().getParameterTypes();
        Map<Integer, String> places = places(message.format());
        assertThat(places.keySet()).hasSize(types.length).allMatch(at -> at < types.length);
        places.forEach((at, conversion) -> {
            boolean isNumber = types[at] == int.class || types[at] == long.class;
            assertThat(isNumber).as(types[at] + " as %" + conversion).isEqualTo(conversion.matches(",?d|x"));
        });
    }

    @ParameterizedTest
    @MethodSource("messages")
    void message_hasANumberOfAChapter_andAFormatThatWorks(Said message) throws ReflectiveOperationException {
        assertThat(message.number()).isBetween(1000, 8999);
        assertThat(text(message.method()))
                .startsWith("ASSENT-" + message.number() + " ")
                .doesNotContain("%")
                .doesNotContainPattern("\\S {2,}")
                .doesNotEndWith(".")
                .doesNotEndWith(" ");
    }

    private static String text(Method method) throws ReflectiveOperationException {
        Object[] arguments = Arrays.stream(method.getParameterTypes())
                .map(type -> type == int.class ? (Object) 7 : type == long.class ? (Object) 7L : null)
                .toArray();
        return (String) method.invoke(Catalogue.of(method.getDeclaringClass()), arguments);
    }

    @Test
    void noWord_standsTwice() {
        Pattern doubled = Pattern.compile("\\b(\\w+)[\\s,]+\\1\\b", Pattern.CASE_INSENSITIVE);
        assertThat(messages())
                .noneMatch(each -> doubled.matcher(each.format())
                        .results()
                        .map(MatchResult::group)
                        .anyMatch(words -> !words.matches("\\d.*")));
    }

    /** A cause may say itself what is to be done, such as to restart the node. */
    @Test
    void messageThatNamesACause_doesNotSayThatNothingIsToBeDone() {
        assertThat(List.of(Catalogues.formats().get(1008), Catalogues.formats().get(2020)))
                .allSatisfy(each -> assertThat(each).contains("%s").doesNotContain("no action needed"));
    }

    @Test
    void adviceAboutADamagedLog_isThatOfTheGuide() {
        assertThat(messages().stream().filter(each -> each.format().contains(" is damaged: ")))
                .hasSize(11)
                .allSatisfy(each -> assertThat(each.format())
                        .contains("never use an older copy of the log", "move segment-a and segment-b away", "adopt")
                        .doesNotContain("start with an empty folder"));
    }
}
