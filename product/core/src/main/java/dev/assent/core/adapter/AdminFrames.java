package dev.assent.core.adapter;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.OperatorAnswer;
import dev.assent.OperatorRequest;
import dev.assent.OperatorRequest.Flags;
import dev.assent.OperatorRequest.Verb;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The bytes in the admin socket: one command to the node, one answer back. Integers are big-endian, strings are two
 * bytes of length and modified UTF-8 ({@link DataOutputStream#writeUTF}), an answer's text has four bytes of length and
 * is UTF-8.
 *
 * <pre>
 *   command: int 1, the version; string verb; string subject; byte flags; string reason; then only for the verb
 *            FORGET: short count of lost resources; string name of each
 *   answer:  int status; int length; text
 * </pre>
 *
 * Pure functions.
 */
final class AdminFrames {
    private static final int VERSION = 1;
    private static final int STRING_BYTES_MAX = 65_535;
    private static final int TEXT_BYTES_MAX = 64 * 1024 * 1024;

    private static final int WHAT_IF = 1;
    private static final int JSON = 2;
    private static final int WHOLE = 4;

    private AdminFrames() {}

    /**
     * Writes a command.
     *
     * @throws IllegalArgumentException if one of its texts is too long
     */
    static void write(OperatorRequest request, DataOutputStream out) throws IOException {
        Flags flags = request.flags();
        out.writeInt(VERSION);
        out.writeUTF(request.verb().name());
        writeText("subject", request.subject(), out);
        out.writeByte((flags.whatIf() ? WHAT_IF : 0) | (flags.json() ? JSON : 0) | (flags.whole() ? WHOLE : 0));
        writeText("reason", request.reason(), out);
        if (request.verb() == Verb.FORGET) {
            out.writeShort(request.lost().size());
            for (String name : request.lost()) {
                out.writeUTF(name);
            }
        }
        out.flush();
    }

    private static void writeText(String name, String text, DataOutputStream out) throws IOException {
        try {
            out.writeUTF(text);
        } catch (UTFDataFormatException isLong) {
            throw new IllegalArgumentException(MESSAGES.adminTextLong(name, text.length(), STRING_BYTES_MAX), isLong);
        }
    }

    /**
     * Reads a command.
     *
     * @throws IOException also if the bytes are not a command
     */
    static OperatorRequest readRequest(DataInputStream in) throws IOException {
        int version = in.readInt();
        if (version != VERSION) {
            throw refused("version " + version + " where " + VERSION + " is allowed");
        }
        String name = in.readUTF();
        Verb verb = Arrays.stream(Verb.values())
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> refused("verb '" + name + "'"));
        String subject = in.readUTF();
        int bits = in.readUnsignedByte();
        Flags flags = new Flags((bits & WHAT_IF) != 0, (bits & JSON) != 0, (bits & WHOLE) != 0);
        String reason = in.readUTF();
        Set<String> lost = verb == Verb.FORGET ? readLost(in) : Set.of();
        try {
            return new OperatorRequest(verb, subject, flags, reason, lost);
        } catch (IllegalArgumentException notAllowed) {
            throw new IOException(notAllowed.getMessage(), notAllowed);
        }
    }

    private static Set<String> readLost(DataInputStream in) throws IOException {
        int count = in.readUnsignedShort();
        if (count > OperatorRequest.LOST_MAX) { // before reading so many
            throw refused(count + " lost resources where at most " + OperatorRequest.LOST_MAX + " are allowed");
        }
        Set<String> lost = new LinkedHashSet<>();
        for (int left = count; left > 0; left--) {
            lost.add(in.readUTF());
        }
        return lost;
    }

    static void write(OperatorAnswer answer, DataOutputStream out) throws IOException {
        byte[] text = answer.text().getBytes(StandardCharsets.UTF_8);
        out.writeInt(answer.status());
        out.writeInt(text.length);
        out.write(text);
        out.flush();
    }

    /**
     * Reads a whole answer.
     *
     * @throws IOException also if the node closed the connection before its end
     */
    static OperatorAnswer readAnswer(DataInputStream in) throws IOException {
        int status = in.readInt();
        int length = in.readInt();
        if (length < 0 || length > TEXT_BYTES_MAX) {
            throw new IOException("an answer of " + length + " bytes; at most " + TEXT_BYTES_MAX + " are allowed");
        }
        byte[] text = in.readNBytes(length);
        if (text.length < length) {
            throw new EOFException("the answer ends after " + text.length + " of " + length + " bytes");
        }
        return new OperatorAnswer(status, new String(text, StandardCharsets.UTF_8));
    }

    private static IOException refused(String why) {
        return new IOException(MESSAGES.adminRequestRefused(why));
    }
}
