package dev.assent.testkit.simulation;

import dev.assent.core.commit.Dispatcher;
import dev.assent.core.local.LocalResource;
import dev.assent.core.local.LocalWork;
import dev.assent.core.log.DecisionLog;
import dev.assent.core.log.Storage;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.participant.Reply;
import dev.assent.core.time.Clock;
import dev.assent.core.xa.XaVerb;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Every pair of a call and a fault that can be, by the interfaces of the ports and not by what ran: a method that is added to a port
 * adds its pairs.
 */
public final class Coverage {
    /** The process is killed in the call. */
    static final String KILLED = "KILLED";

    /** The power is lost in the call. */
    static final String POWER_LOST = "POWER_LOST";

    /** The call fails. */
    static final String FAILS = "FAILS";

    /** The call takes seconds or minutes. */
    static final String SLOW = "SLOW";

    /** The message does not arrive. */
    static final String LOST = "LOST";

    /** Its answer does not. */
    static final String ANSWER_LOST = "ANSWER_LOST";

    /** The answer arrives when no caller waits any more. */
    static final String LATE = "LATE";

    /** It arrives twice. */
    static final String REPEATED = "REPEATED";

    /** It arrives somewhere else. */
    static final String ASTRAY = "ASTRAY";

    /** Neither of the two hears the other. */
    static final String PARTITIONED = "PARTITIONED";

    /** One of the two does not hear the other. */
    static final String HALF_OPEN = "HALF_OPEN";

    /** The prefix of a message's name at its sender. */
    static final String SEND = "send ";

    /** Where it arrives. */
    static final String RECEIVE = "receive ";

    /** Where it is answered. */
    static final String ANSWER = "answer ";

    /** Where its answer arrives, or the news that there is none. */
    static final String HEAR_OF = "hear of ";

    /** The call of an object. */
    static final String CALL = "a call";

    /** The application's work with its own connection, which is not a port call. */
    static final String APPLICATIONS = "the application";

    /** A force of the log. */
    static final String FORCE = "StoredFile.force";

    /** A connection to a resource is opened. */
    static final String CONNECT = "connect";

    /** One is closed. */
    static final String DISCONNECT = "disconnect";

    /** A record is handed to the log. */
    static final String APPEND = "DecisionLog.append";

    /** One is to be durable. */
    static final String MAKE_DURABLE = "DecisionLog.force";

    /** One is not needed any more. */
    static final String RELEASE = "DecisionLog.release";

    /** Those of an idle node are to be. */
    static final String FLUSH = "DecisionLog.flush";

    /** A participant is to be asked. */
    static final String DISPATCH = "Dispatcher.ask";

    /** An answer comes later. */
    static final String REPLY = "Reply.done";

    /** Work is handed to another thread. */
    static final String BACKGROUND = "background";

    /** An operator's act is noted. */
    static final String AUDIT = "audit";

    /** Between all calls. */
    static final String NO_CALL = "no call";

    /** Names in this class that stand for no port call. */
    static final Set<String> NO_PORTS = Set.of(APPLICATIONS, answerTo(APPLICATIONS), NO_CALL);

    private static final String XA = "XAResource.";
    private static final List<String> ENDS = List.of(KILLED, POWER_LOST);

    /** Methods that only ask a port for what it knows, or end it. No fault is planned in them. */
    private static final Set<String> NO_CALLS = Set.of(
            "place",
            "fingerprint",
            "close",
            "life",
            "lives",
            "replay",
            "statistics",
            "isPending",
            "isInMemory",
            "isAccepting",
            "failure",
            "inOrder");

    /** Messages that no node sends: clients begin and end. */
    private static final Set<String> BY_OTHERS = Set.of("Begin", "End");

    /** Messages that no node receives: only other transaction managers look on without taking part. */
    private static final Set<String> TO_OTHERS = Set.of("Completed");

    private Coverage() {}

    /** Every one of them. */
    public static SortedSet<Pair> possible() {
        SortedSet<Pair> pairs = new TreeSet<>(inANode());
        pairs.addAll(betweenNodes());
        return pairs;
    }

    /** Those of a node that is alone. */
    static SortedSet<Pair> inANode() {
        SortedSet<Pair> pairs = new TreeSet<>();
        List<String> files = Stream.concat(methods(Storage.class), methods(Storage.StoredFile.class))
                .toList();
        add(pairs, files, List.of(KILLED, POWER_LOST, FAILS));
        add(pairs, List.of(FORCE), List.of(SLOW));

        List<String> asked = asked();
        add(pairs, asked, List.of(KILLED, POWER_LOST, SLOW));
        asked.forEach(call -> add(pairs, List.of(call), Fault.names(isXa(call))));
        add(pairs, asked.stream().map(Coverage::answerTo).toList(), ENDS);
        add(pairs, List.of(CONNECT), List.of(KILLED, POWER_LOST, FAILS));

        Stream.of(DecisionLog.class, Dispatcher.class, Reply.class, Clock.class)
                .forEach(port -> add(pairs, methods(port).toList(), ENDS));
        add(pairs, List.of(APPEND), List.of(FAILS));
        add(pairs, List.of(DISCONNECT, BACKGROUND, AUDIT), ENDS);
        add(
                pairs,
                Arrays.stream(FaultPoint.values())
                        .map(FaultPoint::name)
                        .filter(each -> !each.endsWith("CHECKPOINT"))
                        .toList(),
                ENDS);
        return pairs;
    }

    /** Those of messages: a node may end where it has to do with them. */
    static SortedSet<Pair> betweenNodes() {
        SortedSet<Pair> pairs = new TreeSet<>();
        for (String message : messages()) {
            boolean isSaid = !BY_OTHERS.contains(message);
            boolean isTold = !TO_OTHERS.contains(message);
            add(pairs, List.of(message), List.of(LOST, ANSWER_LOST, LATE));
            if (isTold) {
                add(pairs, List.of(RECEIVE + message, ANSWER + message), ENDS);
            }
            if (isSaid) {
                add(pairs, List.of(SEND + message, HEAR_OF + message), ENDS);
            }
            if (isSaid && isTold) {
                add(pairs, List.of(message), List.of(PARTITIONED, HALF_OPEN));
            }
            if (!message.equals(CALL)) {
                add(pairs, List.of(message), List.of(REPEATED, ASTRAY));
            }
        }
        return pairs;
    }

    private static void add(Set<Pair> pairs, List<String> calls, List<String> faults) {
        calls.forEach(call -> faults.forEach(fault -> pairs.add(new Pair(call, fault))));
    }

    /** The calls of resources. */
    private static List<String> asked() {
        return Stream.of(
                        Arrays.stream(XaVerb.values()).map(Coverage::of),
                        methods(LocalWork.class),
                        methods(LocalResource.Markers.class),
                        methods(LocalResource.MarkerView.class))
                .flatMap(each -> each)
                .toList();
    }

    /** A verb of XA. */
    static String of(XaVerb verb) {
        return XA + verb.name();
    }

    /** Whether a call is such a verb. */
    static boolean isXa(String call) {
        return call.startsWith(XA);
    }

    /** The name of the reply to a call of a resource. */
    static String answerTo(String call) {
        return "reply of " + call;
    }

    private static Stream<String> methods(Class<?> port) {
        return Arrays.stream(port.getDeclaredMethods())
                .filter(each -> !each.isSynthetic())
                .map(Method::getName)
                .filter(each -> !NO_CALLS.contains(each))
                .map(each -> port.getSimpleName() + "." + each);
    }

    /** The names of all messages between two processes. */
    private static List<String> messages() {
        List<String> messages = new ArrayList<>(List.of(CALL));
        Arrays.stream(RemoteVerb.values()).map(Enum::name).forEach(messages::add);
        Arrays.stream(Request.class.getPermittedSubclasses())
                .filter(each -> each != Request.Ask.class)
                .map(Class::getSimpleName)
                .forEach(messages::add);
        return messages;
    }
}
