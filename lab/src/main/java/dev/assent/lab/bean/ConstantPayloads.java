package dev.assent.lab.bean;

import java.util.Arrays;
import java.util.stream.IntStream;

/** The constants themselves. Immutable. */
public final class ConstantPayloads implements Payloads {
    private static final int[] INTS =
            IntStream.range(0, 100).map(i -> i | 0x4000_0000).toArray();
    private static final double[] DOUBLES =
            IntStream.range(0, 100).mapToDouble(i -> i + 0.1).toArray();
    private static final String CHARACTERS = "abcdefghij".repeat(1_000);
    private static final String STRING_100 = CHARACTERS.substring(0, 100);
    private static final String STRING_1000 = CHARACTERS.substring(0, 1_000);
    private static final DataSet[] DISTINCT =
            IntStream.range(0, 100).mapToObj(DataSet::filled).toArray(DataSet[]::new);
    private static final DataSet[] DISTINCT_10 = Arrays.copyOf(DISTINCT, 10);
    private static final DataSet[] SHARED = new DataSet[100];
    private static final DataSet[] SHARED_10 = new DataSet[10];

    static {
        Arrays.fill(SHARED, DISTINCT[0]);
        Arrays.fill(SHARED_10, DISTINCT[0]);
    }

    @Override
    public int[] getInt100() {
        return INTS;
    }

    @Override
    public double[] getDouble100() {
        return DOUBLES;
    }

    @Override
    public String getString100() {
        return STRING_100;
    }

    @Override
    public String getString1000() {
        return STRING_1000;
    }

    @Override
    public String getString10000() {
        return CHARACTERS;
    }

    @Override
    public DataSet getDataSet() {
        return DISTINCT[0];
    }

    @Override
    public DataSet[] getDataSet10() {
        return SHARED_10;
    }

    @Override
    public DataSet[] getDataSet100() {
        return SHARED;
    }

    @Override
    public DataSet[] getDistinct10() {
        return DISTINCT_10;
    }

    @Override
    public DataSet[] getDistinct100() {
        return DISTINCT;
    }
}
