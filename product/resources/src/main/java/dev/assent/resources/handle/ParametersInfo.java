package dev.assent.resources.handle;

import java.sql.ParameterMetaData;
import java.sql.SQLException;

/**
 * The metadata of a statement's parameters.
 *
 * <p>Thread safety: that of the object behind it.
 */
final class ParametersInfo extends Handle<ParameterMetaData> implements ParameterMetaData {
    ParametersInfo(ParameterMetaData own, Handles handles) {
        super(own, handles, true);
    }

    @Override
    public int getParameterCount() throws SQLException {
        return got(() -> own().getParameterCount());
    }

    @Override
    public int isNullable(int param) throws SQLException {
        return got(() -> own().isNullable(param));
    }

    @Override
    public boolean isSigned(int param) throws SQLException {
        return got(() -> own().isSigned(param));
    }

    @Override
    public int getPrecision(int param) throws SQLException {
        return got(() -> own().getPrecision(param));
    }

    @Override
    public int getScale(int param) throws SQLException {
        return got(() -> own().getScale(param));
    }

    @Override
    public int getParameterType(int param) throws SQLException {
        return got(() -> own().getParameterType(param));
    }

    @Override
    public String getParameterTypeName(int param) throws SQLException {
        return got(() -> own().getParameterTypeName(param));
    }

    @Override
    public String getParameterClassName(int param) throws SQLException {
        return got(() -> own().getParameterClassName(param));
    }

    @Override
    public int getParameterMode(int param) throws SQLException {
        return got(() -> own().getParameterMode(param));
    }
}
