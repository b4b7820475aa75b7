package dev.assent.lab.bean;

import java.io.Serializable;

/**
 * A value with a field of each kind, and accessors for each, as in Figure 1 of the paper. Not thread-safe; those of {@link
 * ConstantPayloads} are never changed.
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
        filled.setByte((byte) (number | 0x40));
        filled.setBoolean(true);
        filled.setShort((short) (number | 0x4000));
        filled.setInt(number | 0x4000_0000);
        filled.setLong(number | 0x4000_0000_0000_0000L);
        filled.setFloat(number + 0.1f);
        filled.setDouble(number + 0.1);
        filled.setString("string");
        return filled;
    }

    /** The value of the field. */
    public byte getByte() {
        return _byte;
    }

    /** Sets the field. */
    public void setByte(byte value) {
        _byte = value;
    }

    /** The value of the field. */
    public boolean isBoolean() {
        return _boolean;
    }

    /** Sets the field. */
    public void setBoolean(boolean value) {
        _boolean = value;
    }

    /** The value of the field. */
    public short getShort() {
        return _short;
    }

    /** Sets the field. */
    public void setShort(short value) {
        _short = value;
    }

    /** The value of the field. */
    public int getInt() {
        return _int;
    }

    /** Sets the field. */
    public void setInt(int value) {
        _int = value;
    }

    /** The value of the field. */
    public long getLong() {
        return _long;
    }

    /** Sets the field. */
    public void setLong(long value) {
        _long = value;
    }

    /** The value of the field. */
    public float getFloat() {
        return _float;
    }

    /** Sets the field. */
    public void setFloat(float value) {
        _float = value;
    }

    /** The value of the field. */
    public double getDouble() {
        return _double;
    }

    /** Sets the field. */
    public void setDouble(double value) {
        _double = value;
    }

    /** The value of the field. */
    public String getString() {
        return _string;
    }

    /** Sets the field. */
    public void setString(String value) {
        _string = value;
    }

    /** Whether each field has the value of the other's. Not {@code equals}: two that have are still two. */
    boolean hasValuesOf(DataSet other) {
        return _byte == other._byte
                && _boolean == other._boolean
                && _short == other._short
                && _int == other._int
                && _long == other._long
                && Float.compare(_float, other._float) == 0
                && Double.compare(_double, other._double) == 0
                && _string.equals(other._string);
    }
}
