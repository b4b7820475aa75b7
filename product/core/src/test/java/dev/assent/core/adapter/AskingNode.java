package dev.assent.core.adapter;

import dev.assent.OperatorAnswer;
import dev.assent.OperatorRequest;
import dev.assent.OperatorRequest.Flags;
import dev.assent.OperatorRequest.Verb;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** A process that asks the node of a folder for its transactions in doubt, and prints the answer on one line. */
final class AskingNode {
    private AskingNode() {}

    public static void main(String[] arguments) throws IOException {
        OperatorRequest list = new OperatorRequest(Verb.LIST, "", Flags.NONE, "");
        OperatorAnswer answer = AdminClient.ask(Path.of(arguments[0]), list, Duration.ofSeconds(60));
        System.out.println("status " + answer.status() + ": " + answer.text().replace('\n', ' '));
    }
}
