package dev.assent.lab.bean;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** A method of {@link Payloads}. */
public enum Payload {
    /** {@link Payloads#getInt100}. */
    INT_100("getInt100", Payloads::getInt100),
    /** {@link Payloads#getDouble100}. */
    DOUBLE_100("getDouble100", Payloads::getDouble100),
    /** {@link Payloads#getString100}. */
    STRING_100("getString100", Payloads::getString100),
    /** {@link Payloads#getString1000}. */
    STRING_1000("getString1000", Payloads::getString1000),
    /** {@link Payloads#getString10000}. */
    STRING_10000("getString10000", Payloads::getString10000),
    /** {@link Payloads#getDataSet}. */
    DATA_SET("getDataSet", Payloads::getDataSet),
    /** {@link Payloads#getDataSet10}. */
    DATA_SET_10("getDataSet10", Payloads::getDataSet10),
    /** {@link Payloads#getDataSet100}. */
    DATA_SET_100("getDataSet100", Payloads::getDataSet100),
    /** {@link Payloads#getDistinct10}. */
    DISTINCT_10("getDistinct10", Payloads::getDistinct10),
    /** {@link Payloads#getDistinct100}. */
    DISTINCT_100("getDistinct100", Payloads::getDistinct100);

    private static final Payloads EXPECTED = new ConstantPayloads();

    private final String method;
    private final Function<Payloads, Object> call;

    Payload(String method, Function<Payloads, Object> call) {
        this.method = method;
        this.call = call;
    }

    /** The name of the method, as the paper has it. */
    public String method() {
        return method;
    }

    /** Whether the paper has it. */
    public boolean isPublished() {
        return this != DISTINCT_10 && this != DISTINCT_100;
    }

    /** Calls it, and returns its result, whatever that is. */
    public Object call(Payloads target) {
        return call.apply(target);
    }

    /**
     * Calls it, and looks at all that it returns: each value, and which elements of an array are one instance.
     *
     * @param keepsReferences whether those that are one in the server must be one here; else each must be one of its own
     * @throws IllegalStateException when the result is another than it must be
     */
    public void check(Payloads target, boolean keepsReferences) {
        Object result = call.apply(target);
        Object expected = call.apply(EXPECTED);
        if (!isSame(result, expected)) {
            throw new IllegalStateException(method + " returned another value than the server has");
        }
        if (expected instanceof DataSet[] several) {
            int instances = instances((DataSet[]) result);
            int instancesExpected = keepsReferences ? instances(several) : several.length;
            if (instances != instancesExpected) {
                throw new IllegalStateException(
                        "%s returned %d instances instead of %d".formatted(method, instances, instancesExpected));
            }
        }
    }

    private static boolean isSame(Object result, Object expected) {
        if (expected instanceof DataSet one) {
            return result instanceof DataSet other && other.hasValuesOf(one);
        }
        return expected instanceof DataSet[] several
                ? result instanceof DataSet[] others && areSame(List.of(others), List.of(several))
                : Arrays.deepEquals(new Object[] {result}, new Object[] {expected});
    }

    private static boolean areSame(List<DataSet> result, List<DataSet> expected) {
        boolean areSame = result.size() == expected.size();
        for (int i = 0; areSame && i < expected.size(); i++) {
            areSame = result.get(i).hasValuesOf(expected.get(i));
        }
        return areSame;
    }

    private static int instances(DataSet[] all) {
        Set<DataSet> distinct = Collections.newSetFromMap(new IdentityHashMap<>());
        distinct.addAll(Arrays.asList(all));
        return distinct.size();
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
