package dev.assent.lab.bean;

import java.util.Arrays;
import java.util.function.Function;

/** A method of {@link Payloads}, and the least that its result can be in bytes. */
public enum Payload {
    /** {@link Payloads#getInt100}. */
    INT_100("getInt100", 100 * Integer.BYTES, Payloads::getInt100, result -> ((int[]) result).length == 100),
    /** {@link Payloads#getDouble100}. */
    DOUBLE_100("getDouble100", 100 * Double.BYTES, Payloads::getDouble100, result -> ((double[]) result).length == 100),
    /** {@link Payloads#getString100}. */
    STRING_100("getString100", 100, Payloads::getString100, result -> ((String) result).length() == 100),
    /** {@link Payloads#getString1000}. */
    STRING_1000("getString1000", 1_000, Payloads::getString1000, result -> ((String) result).length() == 1_000),
    /** {@link Payloads#getString10000}. */
    STRING_10000("getString10000", 10_000, Payloads::getString10000, result -> ((String) result).length() == 10_000),
    /** {@link Payloads#getDataSet}. */
    DATA_SET("getDataSet", Payload.DATA_SET_BYTES, Payloads::getDataSet, result -> isSame((DataSet) result)),
    /** {@link Payloads#getDataSet10}. */
    DATA_SET_10("getDataSet10", 10 * Payload.DATA_SET_BYTES, Payloads::getDataSet10, result -> areSame(result, 10)),
    /** {@link Payloads#getDataSet100}. */
    DATA_SET_100(
            "getDataSet100", 100 * Payload.DATA_SET_BYTES, Payloads::getDataSet100, result -> areSame(result, 100)),
    /** {@link Payloads#getDistinct10}. */
    DISTINCT_10("getDistinct10", 10 * Payload.DATA_SET_BYTES, Payloads::getDistinct10, result -> areSame(result, 10)),
    /** {@link Payloads#getDistinct100}. */
    DISTINCT_100(
            "getDistinct100", 100 * Payload.DATA_SET_BYTES, Payloads::getDistinct100, result -> areSame(result, 100));

    /** The fields, and six characters. */
    private static final int DATA_SET_BYTES = 1 + 1 + 2 + 4 + 8 + 4 + 8 + 6;

    private static final DataSet EXPECTED = DataSet.filled(0);

    private final String method;
    private final int bytes;
    private final Function<Payloads, Object> call;
    private final Function<Object, Boolean> check;

    Payload(String method, int bytes, Function<Payloads, Object> call, Function<Object, Boolean> check) {
        this.method = method;
        this.bytes = bytes;
        this.call = call;
        this.check = check;
    }

    private static boolean isSame(DataSet result) {
        return result.sum() == EXPECTED.sum();
    }

    private static boolean areSame(Object result, int count) {
        DataSet[] all = (DataSet[]) result;
        return all.length == count && isSame(all[0]);
    }

    /** The name of the method, as the paper has it. */
    public String method() {
        return method;
    }

    /** Whether the paper has it. */
    public boolean isPublished() {
        return this != DISTINCT_10 && this != DISTINCT_100;
    }

    /** The bytes of its values alone. */
    public int bytes() {
        return bytes;
    }

    /**
     * Calls it.
     *
     * @throws IllegalStateException when the result is another than it must be
     */
    public void call(Payloads target) {
        Object result = call.apply(target);
        if (!check.apply(result)) {
            throw new IllegalStateException(method + " returned " + result);
        }
    }

    /**
     * The method of this name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static Payload of(String method) {
        return Arrays.stream(values())
                .filter(each -> each.method.equals(method))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(method));
    }
}
