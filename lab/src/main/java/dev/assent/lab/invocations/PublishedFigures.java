package dev.assent.lab.invocations;

import dev.assent.lab.bean.Payload;
import dev.assent.lab.experiment.Published;
import dev.assent.lab.experiment.Steps;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Conclusions from the figures of the paper, drawn as from ours; times in milliseconds. */
final class PublishedFigures {
    static final String IIOP = "IIOP";
    static final String SOAP = "SOAP/HTTP";
    static final String JBOSS_REMOTING = "JBoss Remoting";

    private static final Published PLAIN = new PlainInvocations().published();
    private static final Published IN_TRANSACTION = new ContextPropagation().published();
    private static final Published DEMARCATION = new Demarcation().published();
    private static final Published COMMIT = new TwoPhaseCommit().published();

    private PublishedFigures() {}

    /** The methods that the paper has. */
    static Stream<Payload> methods() {
        return Arrays.stream(Payload.values()).filter(Payload::isPublished);
    }

    private static Published.Figure plain(String transport, Payload method) {
        return PLAIN.find(transport, method.method()).orElseThrow();
    }

    private static Published.Figure inTransaction(String transport, Payload method) {
        return IN_TRANSACTION.find(transport, method.method()).orElseThrow();
    }

    /** A call without a transaction. */
    static double plainMillis(String transport, Payload method) {
        return plain(transport, method).millis();
    }

    /** The bytes of that. */
    static double plainBytes(String transport, Payload method) {
        return plain(transport, method).bytes();
    }

    /** The time that a context adds to a call. */
    static double contextMillis(String transport, Payload method) {
        return inTransaction(transport, method).millis() - plainMillis(transport, method);
    }

    /** The bytes of that. */
    static double contextBytes(String transport, Payload method) {
        return inTransaction(transport, method).bytes() - plainBytes(transport, method);
    }

    /** The time that a context adds to each method, the least first. */
    static List<Double> contexts(String transport) {
        return methods().map(each -> contextMillis(transport, each)).sorted().toList();
    }

    /** How many times as long calls over one take as over the other: the geometric mean over the methods. */
    static double plainRatio(String one, String other) {
        DoubleStream logs = methods().mapToDouble(each -> Math.log(plainMillis(one, each) / plainMillis(other, each)));
        return Math.exp(logs.average().orElseThrow());
    }

    /** A step of an empty transaction of a remote client. */
    static double demarcation(String transport, String step) {
        return DEMARCATION
                .find(transport, "", PaperResults.REMOTE, step)
                .orElseThrow()
                .millis();
    }

    /** A step of a transaction of two servers with its log on, or all of it. */
    static double commit(String transport, String step) {
        return COMMIT.find(transport, TwoPhaseCommit.LOG_ON, TwoPhaseCommit.TRANSFER, step)
                .orElseThrow()
                .millis();
    }

    /** The same work without a transaction. */
    static double work(String transport) {
        return COMMIT.find(transport, TwoPhaseCommit.NO_TRANSACTIONS, TwoPhaseCommit.TRANSFER, Steps.TOTAL)
                .orElseThrow()
                .millis();
    }
}
