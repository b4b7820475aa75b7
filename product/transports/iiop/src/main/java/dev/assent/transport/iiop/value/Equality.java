package dev.assent.transport.iiop.value;

/** How values of a class compare: it says what their hashCode and equals look at. */
enum Equality {
    /** By all parts: records, collections, and arrays inside of classes that compare so. */
    PARTS,
    /**
     * As the class of an application decides: it may look at any part, and may leave out parts that lead back to it.
     */
    OF_ITS_OWN,
    /** By identity: the parts are not looked at. */
    IDENTITY;

    /** For a class of an application that is not a record. */
    static Equality of(Class<?> type) {
        try {
            boolean isObject = type.getMethod("hashCode").getDeclaringClass() == Object.class
                    && type.getMethod("equals", Object.class).getDeclaringClass() == Object.class;
            return isObject ? IDENTITY : OF_ITS_OWN;
        } catch (NoSuchMethodException impossible) {
            throw new IllegalStateException(impossible); // every class has them
        }
    }
}
