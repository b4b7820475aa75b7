package dev.assent.lab.bean;

import java.io.Serializable;

/**
 * A value with a field of each kind, as in Figure 1 of the paper. Not thread-safe; those of {@link ConstantPayloads} are
 * never changed.
 */
public final class DataSet implements Serializable {
    private static final long serialVersionUID = 1;

    private byte _byte;
    private boolean _boolean;
    private short _short;
    private int _int;
    private long _long;
    private float _float;
    private double _double;
    private String _string = "";

    /** All fields have values that take as many bytes as their types have. */
    static DataSet filled(int number) {
        DataSet filled = new DataSet();
        filled._byte = (byte) (number | 0x40);
        filled._boolean = true;
        filled._short = (short) (number | 0x4000);
        filled._int = number | 0x4000_0000;
        filled._long = number | 0x4000_0000_0000_0000L;
        filled._float = number + 0.1f;
        filled._double = number + 0.1;
        filled._string = "string";
        return filled;
    }

    /** The sum of all fields, by which a reader sees that they came. */
    public double sum() {
        return _byte + (_boolean ? 1 : 0) + _short + _int + _long + _float + _double + _string.length();
    }
}
