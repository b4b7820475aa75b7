package dev.assent.core.adapter;

import dev.assent.core.operator.Answer;
import dev.assent.core.operator.Request;
import dev.assent.core.operator.Request.Flags;
import dev.assent.core.operator.Request.Verb;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** A process that asks the node of a folder for its transactions in doubt, and prints the answer on one line. */
final class AskingNode {
    private AskingNode() {}

    public static void main(String[] arguments) throws IOException {
        Request list = new Request(Verb.LIST, "", Flags.NONE, "");
        Answer answer = AdminClient.ask(Path.of(arguments[0]), list, Duration.ofSeconds(60));
        System.out.println("status " + answer.status() + ": " + answer.text().replace('\n', ' '));
    }
}
