package dev.assent.core.operator;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON (RFC 8259), two spaces for each level. The caller keeps objects and arrays balanced.
 *
 * <p>Not thread-safe.
 */
final class JsonWriter {
    private final StringBuilder out = new StringBuilder();
    private int depth;
    private boolean isFirst = true;

    JsonWriter beginObject() {
        return open('{');
    }

    JsonWriter endObject() {
        return close('}');
    }

    JsonWriter beginArray(String name) {
        name(name);
        return open('[');
    }

    JsonWriter endArray() {
        return close(']');
    }

    /** Begins a new element of an array, an object. */
    JsonWriter beginElement() {
        separate();
        return open('{');
    }

    JsonWriter beginObject(String name) {
        name(name);
        return open('{');
    }

    JsonWriter field(String name, @Nullable String value) {
        name(name);
        string(value);
        return this;
    }

    JsonWriter field(String name, long value) {
        name(name);
        out.append(value);
        return this;
    }

    JsonWriter field(String name, boolean value) {
        name(name);
        out.append(value);
        return this;
    }

    JsonWriter field(String name, List<String> values) {
        beginArray(name);
        for (String value : values) {
            separate();
            string(value);
        }
        return endArray();
    }

    private void name(String name) {
        separate();
        string(name);
        out.append(": ");
    }

    private void separate() {
        out.append(isFirst ? "\n" : ",\n").append("  ".repeat(depth));
        isFirst = false;
    }

    private JsonWriter open(char bracket) {
        out.append(bracket);
        depth++;
        isFirst = true;
        return this;
    }

    private JsonWriter close(char bracket) {
        depth--;
        if (!isFirst) {
            out.append('\n').append("  ".repeat(depth));
        }
        out.append(bracket);
        isFirst = false;
        return this;
    }

    private void string(@Nullable String value) {
        if (value == null) {
            out.append("null");
            return;
        }
        out.append('"');
        for (char c : value.toCharArray()) {
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < ' ' || Character.isSurrogate(c)) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
