package dev.assent.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assent.Setting;
import dev.assent.harness.Fast;
import dev.assent.remote.RemoteSetting;
import dev.assent.remote.transport.TransportProvider;
import dev.assent.remote.transport.TransportProviders;
import dev.assent.resources.PoolSetting;
import dev.assent.resources.jms.JmsPoolSetting;
import dev.assent.resources.node.NodeConfig;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A message names a setting by the key that the configuration's reader accepts. So a user who copies the key from a
 * message gets no "unknown setting". Keys of a pool stand alone, after the name of the pool that the message is about.
 */
@Fast
class MessageKeysTest {
    private static final Pattern KEY =
            Pattern.compile("'((?:transport\\.NAME\\.|resource\\.NAME\\.)?[a-z]+(?:-[a-z]+)+)'");
    private static final Pattern OF_A_WIRE = Pattern.compile("\\b(?:native|soap|iiop)-[a-z-]+");

    /** Each reader's word for a key that it does not know. */
    private static final Pattern UNKNOWN = Pattern.compile("ASSENT-(?:5172|8004|5101)");

    private static final List<String> TYPES = List.of("jdbc", "local-jdbc", "jms");

    static Stream<String> keys() {
        return Catalogues.formats().values().stream()
                .flatMap(each -> KEY.matcher(each).results())
                .map(each -> each.group(1))
                .distinct();
    }

    @ParameterizedTest
    @MethodSource("keys")
    void aKeyInAMessageIsTakenByTheReaderOfTheConfiguration(String key) {
        boolean isTaken = isTakenAlone(key) || isTakenOfATransport(key) || isTakenOfAResource(key);
        assertThat(isTaken).isTrue();
    }

    /** If this fails, the test above looks at nothing. */
    @Test
    void theKeysOfEachKindAreSeen() {
        assertThat(keys())
                .contains(
                        "transactions-max",
                        "log-folder",
                        "log-segment-bytes",
                        "allowed-addresses",
                        "transport.NAME.calls-max",
                        "transport.NAME.frame-bytes-max",
                        "connections-max",
                        "sessions-max",
                        "login-timeout-seconds",
                        "commit-markers");
    }

    @Test
    void noMessageNamesAKeyOfATransportAsOnlyCodeWritesIt() {
        assertThat(Catalogues.formats().values())
                .noneMatch(each -> OF_A_WIRE.matcher(each).find());
    }

    /** A key without quotes looks like words of a sentence to a reader who does not know it. */
    @Test
    void everyKeyIsQuoted() {
        Set<String> known = Stream.of(
                        Arrays.stream(Setting.values()).map(Setting::key),
                        Arrays.stream(RemoteSetting.values()).map(RemoteSetting::key),
                        Arrays.stream(PoolSetting.values()).map(PoolSetting::key),
                        Arrays.stream(JmsPoolSetting.values()).map(JmsPoolSetting::key))
                .flatMap(each -> each)
                .filter(each -> each.contains("-"))
                .collect(Collectors.toSet());
        assertThat(Catalogues.formats().values()).allSatisfy(format -> {
            Set<String> bare = Pattern.compile("(?<!['\\w.-])[a-z]+(?:-[a-z]+)+(?!['\\w-])")
                    .matcher(format)
                    .results()
                    .map(MatchResult::group)
                    .collect(Collectors.toCollection(LinkedHashSet::new));
            assertThat(bare).as(format).doesNotContainAnyElementsOf(known);
        });
    }

    private static boolean isTaken(Map<String, String> keys, String key) {
        Throwable refused = catchThrowable(() -> NodeConfig.of(keys));
        return refused == null
                || (!UNKNOWN.matcher(refused.getMessage()).find()
                        && refused.getMessage().contains("'" + key + "'"));
    }

    private static boolean isTakenAlone(String key) {
        return isTaken(Map.of(key, "?"), key);
    }

    private static boolean isTakenOfATransport(String key) {
        String full = key.replace(".NAME.", ".wire.");
        return key.startsWith("transport.NAME.")
                && providers()
                        .anyMatch(
                                each -> isTaken(Map.of("transport.wire.listen", each.scheme() + ":", full, "?"), full));
    }

    /** A pool names its keys alone, and itself beside them. */
    private static boolean isTakenOfAResource(String key) {
        String alone = key.replace("resource.NAME.", "");
        return TYPES.stream().anyMatch(type -> {
            Map<String, String> keys = new LinkedHashMap<>();
            keys.put("resource.orders.type", type);
            keys.put("resource.orders." + alone, "?");
            Throwable refused = catchThrowable(() -> NodeConfig.of(keys));
            return refused != null
                    && !UNKNOWN.matcher(refused.getMessage()).find()
                    && refused.getMessage().contains(alone);
        });
    }

    private static Stream<TransportProvider> providers() {
        Stream.Builder<TransportProvider> all = Stream.builder();
        TransportProviders.found().all().forEach(all::add);
        return all.build();
    }

    static Stream<String> keysOfWiresInCode() {
        return providers().flatMap(each -> each.keys().stream().map(key -> each.scheme() + "-" + key.key()));
    }

    /** The pages of the transports, and messages of programs, have the keys as code writes them. */
    @ParameterizedTest
    @MethodSource("keysOfWiresInCode")
    void theReaderSaysHowAKeyOfATransportIsWrittenThatItFindsAlone(String inCode) {
        Throwable refused = catchThrowable(() -> NodeConfig.of(Map.of(inCode, "?")));
        String scheme = inCode.substring(0, inCode.indexOf('-'));
        String written = "transport.NAME." + inCode.substring(scheme.length() + 1);
        assertThat(refused).hasMessageContainingAll("ASSENT-5172", "'" + inCode + "'", "written as '" + written + "'");
        assertThat(isTakenOfATransport(written)).isTrue();
    }

    @Test
    void theReaderSaysHowAKeyOfAPoolIsWrittenThatItFindsAlone() {
        assertThat(catchThrowable(() -> NodeConfig.of(Map.of("connections-max", "20"))))
                .hasMessageContaining("'resource.NAME.connections-max'");
        assertThat(catchThrowable(() -> NodeConfig.of(Map.of("native-listen", "native://127.0.0.1:0"))))
                .hasMessageContaining("'transport.NAME.listen'");
    }

    @Test
    void aKeyThatATransportDoesNotKnowIsToldWithHowOthersAreWritten() {
        assertThat(catchThrowable(() -> NodeConfig.of(
                        Map.of("transport.wire.listen", "native:", "transport.wire.native-calls-max", "1"))))
                .hasMessageContainingAll(
                        "ASSENT-8004",
                        "'transport.wire.native-calls-max'",
                        "with the prefix 'transport.wire.'",
                        "calls-max");
    }
}
