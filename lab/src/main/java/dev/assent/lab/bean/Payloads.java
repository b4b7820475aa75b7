package dev.assent.lab.bean;

import dev.assent.lab.transport.Constants;

/** The results of a server in the first and in the second experiment: constants of several types and sizes. */
@Constants(ConstantPayloads.class)
public interface Payloads {
    /** 100 numbers. */
    int[] getInt100();

    /** 100 numbers. */
    double[] getDouble100();

    /** 100 characters. */
    String getString100();

    /** 1,000 characters. */
    String getString1000();

    /** 10,000 characters. */
    String getString10000();

    /** One. */
    DataSet getDataSet();

    /** 10 references to one instance: a wire that keeps references sends it once, as those of the paper did. */
    DataSet[] getDataSet10();

    /** 100 references to one instance. */
    DataSet[] getDataSet100();

    /** 10 instances. */
    DataSet[] getDistinct10();

    /** 100 instances. */
    DataSet[] getDistinct100();
}
