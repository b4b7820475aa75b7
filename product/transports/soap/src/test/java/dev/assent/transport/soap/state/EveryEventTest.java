package dev.assent.transport.soap.state;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.assent.harness.Fast;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tables are what the transport works by: each of their events happens somewhere outside of them. */
@Fast
class EveryEventTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.assent.transport.soap");

    static Stream<Enum<?>> events() {
        return Stream.<Enum<?>[]>of(
                        CoordinatorTable.Event.values(),
                        ParticipantTable.Event.values(),
                        CompletionCoordinatorTable.Event.values(),
                        CompletionInitiatorTable.Event.values())
                .flatMap(Stream::of);
    }

    @ParameterizedTest
    @MethodSource("events")
    void isLookedUpWhenItHappens(Enum<?> event) {
        assertThat(CLASSES.get(event.getDeclaringClass()).getField(event.name()).getAccessesToSelf())
                .as("%s of %s", event, event.getDeclaringClass())
                .anyMatch(
                        each -> !each.getOriginOwner().getPackageName().equals(EveryEventTest.class.getPackageName()));
    }
}
